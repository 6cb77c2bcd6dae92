// Serves the game in memory; its parent asks it for the processor time that it has used.
const { Server } = require('boardgame.io/server')
const game = require('./game')

Server({ games: [game], origins: ['*'] }).run(Number(process.argv[2]), () => process.send('ready'))
process.on('message', () => process.send(process.cpuUsage()))
