/** The end in steps: what each step counts for every seat, who leads after it, and how it ended for who looks. */

/** One step of the count, of all seats at once. */
export interface FinaleStep {
  key: string
  /** What it belongs to: rows, Booths. */
  part: string
  /** What it counts: row 3. */
  name: string
  /** Points by seat. */
  gains: readonly number[]
}

export interface Lead {
  leaders: number[]
  /** Points before the next seat; 0 where several lead. */
  gap: number
}

/** Points by seat after so many steps. */
export function runningTotals(steps: readonly FinaleStep[], count: number, seats: number): number[] {
  return Array.from({ length: seats }, (_, seat) => steps.slice(0, count).reduce((sum, step) => sum + (step.gains[seat] ?? 0), 0))
}

export function leadOf(totals: readonly number[]): Lead {
  const most = Math.max(...totals)
  const leaders = totals.flatMap((total, seat) => (total === most ? [seat] : []))
  const next = Math.max(...totals.filter((total) => total < most))
  return { leaders, gap: leaders.length > 1 || !Number.isFinite(next) ? 0 : most - next }
}

/** The parts in their order, with the points of every seat. */
export function partsOfScore(steps: readonly FinaleStep[]): { part: string; points: number[] }[] {
  const found: { part: string; points: number[] }[] = []
  for (const { part, gains } of steps) {
    const known = found.find((one) => one.part === part)
    if (known) gains.forEach((gain, seat) => (known.points[seat]! += gain))
    else found.push({ part, points: [...gains] })
  }
  return found
}

/** Seats from the first to the last: who won, then by points. */
export function ranking(totals: readonly number[], winners: readonly number[]): { seat: number; place: number }[] {
  const order = totals
    .map((_, seat) => seat)
    .sort((a, b) => Number(winners.includes(b)) - Number(winners.includes(a)) || totals[b]! - totals[a]! || a - b)
  const isLevel = (a: number, b: number): boolean => totals[a] === totals[b] && winners.includes(a) === winners.includes(b)
  return order.map((seat) => ({ seat, place: order.findIndex((other) => isLevel(other, seat)) + 1 }))
}

/** The part in which most of the way to another seat was won or lost; null where no part differs. */
export function largestPart(parts: readonly { part: string; points: readonly number[] }[], seat: number, other: number): { part: string; points: number } | null {
  const gap = parts.reduce((sum, { points }) => sum + points[seat]! - points[other]!, 0)
  const found = parts
    .map(({ part, points }) => ({ part, points: points[seat]! - points[other]! }))
    .filter(({ points }) => Math.sign(points) === Math.sign(gap) && points !== 0)
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
  return found[0] ?? null
}
