// `npm install && node measure.js GAMES SECONDS`: moves a second of boardgame.io's server, held in memory, with two clients a
// game, each of which moves when it hears of the other's move. The load generator runs on the same machine.
const { fork } = require('node:child_process')
const { once } = require('node:events')
const { join } = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { Client } = require('boardgame.io/client')
const { SocketIO } = require('boardgame.io/multiplayer')
const game = require('./game')

const [games = 100, seconds = 10] = process.argv.slice(2).map(Number)
const port = 18_600
const address = `http://127.0.0.1:${port}`
let moves = 0

// The server makes a match when the first client asks for it.
function play(_, number) {
  const matchID = `match-${number}`
  for (const playerID of ['0', '1']) {
    const client = Client({ game, numPlayers: 2, matchID, playerID, debug: false, multiplayer: SocketIO({ server: address }) })
    let played = -1
    client.subscribe((state) => {
      if (!state || !state.isActive || state.ctx.currentPlayer !== playerID || state.G.count === played) return
      played = state.G.count
      moves += 1
      setImmediate(() => client.moves.count())
    })
    client.start()
  }
}

async function usage(server) {
  server.send('used')
  const [{ user, system }] = await once(server, 'message')
  return (user + system) / 1000
}

async function main() {
  const server = fork(join(__dirname, 'server.js'), [String(port)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await once(server, 'message')
  Array.from({ length: games }, play)
  await sleep(3000)
  const [began, used] = [moves, await usage(server)]
  await sleep(1000 * seconds)
  const done = moves - began
  const cost = ((await usage(server)) - used) / done
  console.log(`boardgame.io, ${games} games: ${(done / seconds).toFixed(0)} moves a second in memory, ${cost.toFixed(2)} ms of the server's processor time each`)
  server.kill()
  process.exit(0)
}

main()
