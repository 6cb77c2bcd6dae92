// A game without rules: two players count in turns.
module.exports = {
  name: 'counting',
  setup: () => ({ count: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  // Only the server moves: a client that foresees its own move would move on before anybody has heard of it.
  moves: { count: { move: ({ G }) => ({ count: G.count + 1 }), client: false } },
}
