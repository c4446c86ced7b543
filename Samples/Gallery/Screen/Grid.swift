import UIKit

/// What a grid shows.
@MainActor protocol GridDataSource: AnyObject {
    var numberOfItems: Int { get }
    /// Called when an item comes into view.
    func configure(_ cell: AssetCell, at index: Int)
    /// Called when a cell leaves the view, before it is used again.
    func didEndDisplaying(_ cell: AssetCell)
    func didScroll()
}

/// A collection view without a screen: it has the cells that would be visible, and uses them again.
///
/// An app has its toolkit's grid in its place.
@MainActor final class Grid: UIView {
    weak var dataSource: (any GridDataSource)?
    let columns = 4
    let visibleRows = 7
    private(set) var firstRow = 0
    private(set) var cells: [Int: AssetCell] = [:]
    private var reusable: [AssetCell] = []

    /// The number of rows of all items.
    var numberOfRows: Int { ((dataSource?.numberOfItems ?? 0) + columns - 1) / columns }

    /// The items in view.
    var visibleIndexes: Range<Int> {
        let count = dataSource?.numberOfItems ?? 0
        return min(firstRow * columns, count)..<min((firstRow + visibleRows) * columns, count)
    }

    /// Scrolls so that this row, or the last one that is possible, is the first in view.
    func scroll(toRow row: Int) {
        firstRow = max(0, min(row, numberOfRows - visibleRows))
        layOut()
        dataSource?.didScroll()
    }

    /// Shows all cells again.
    func reloadData() {
        for index in cells.keys { remove(index) }
        scroll(toRow: firstRow)
    }

    private func layOut() {
        let visible = visibleIndexes
        for index in cells.keys where !visible.contains(index) { remove(index) }
        for index in visible where cells[index] == nil {
            let cell = reusable.popLast() ?? AssetCell(frame: .zero)
            cell.prepareForReuse()
            cells[index] = cell
            addSubview(cell)
            dataSource?.configure(cell, at: index)
        }
    }

    private func remove(_ index: Int) {
        guard let cell = cells.removeValue(forKey: index) else { return }
        dataSource?.didEndDisplaying(cell)
        cell.removeFromSuperview()
        reusable.append(cell)
    }
}
