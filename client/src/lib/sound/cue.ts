/** What can be heard: a piece laid, others' turns, one's own turn, a refusal; a row filled, the piece that ends the game, a
    good trade. */
export type Cue = 'laid' | 'drift' | 'turn' | 'refused' | 'row' | 'last' | 'trade'
