/** The heights of the river, by how much room there is. */

export interface Heights {
  /** Upper edges of the two rows of Booths. */
  top: number
  bottom: number
  booth: number
  /** Where boats lie, and the middle of the island between them. */
  upperDock: number
  lowerDock: number
  middle: number
  all: number
  boat: number
  water: { y: number; height: number }
}

function heights(booth: number, channel: number, edge: number, boat: number): Heights {
  const top = edge
  const bottom = edge + booth + channel
  const middle = edge + booth + channel / 2
  return {
    top,
    bottom,
    booth,
    upperDock: middle - channel * 0.25,
    lowerDock: middle + channel * 0.25,
    middle,
    all: bottom + booth + edge,
    boat,
    water: { y: edge + booth - 30, height: channel + 60 },
  }
}

export const DESK = heights(158, 110, 12, 44)
export const PHONE = heights(126, 66, 10, 30)
