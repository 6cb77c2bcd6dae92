/** A square of modules as one path. */

/** Give a path of bars, one for each run of dark modules in a row. */
export function barsOf(rows: readonly (readonly boolean[])[]): string {
  let path = ''
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue
      const from = x
      while (row[x + 1]) x += 1
      path += `M${from} ${y}h${x + 1 - from}v1h${from - x - 1}z`
    }
  })
  return path
}
