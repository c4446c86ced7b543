/** Where each month begins in a view. */
export class Months {
  /** @param {number[][]} months `[year, month, count]`, oldest first. */
  constructor(months) {
    this.months = months;
    let start = 0;
    this.starts = months.map(([, , count]) => {
      start += count;
      return start - count;
    });
    this.count = start;
  }

  get length() { return this.months.length; }

  /** The index of the month of a position. */
  indexAt(position) {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
