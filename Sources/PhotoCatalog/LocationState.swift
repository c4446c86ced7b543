/// Where the bytes of a resource are, as the column `resource.location` numbers it.
enum LocationState: Int {
    /// In the library's folder.
    case library
    /// In a file outside the library's folder.
    case reference
    /// Not on this device.
    case elsewhere
}
