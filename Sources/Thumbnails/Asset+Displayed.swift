package import PhotoModel

extension Asset {
    /// The file whose picture people see: the edited photo if there is an edit, otherwise the original.
    package var displayed: AssetResource? {
        hasAdjustments ? resources.last { $0.kind == .fullSizePhoto } : original
    }
}
