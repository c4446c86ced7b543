public import Foundation

// On Apple's systems dates are passed as `CVarArg`. Foundation on Linux passes only texts so: in a format of `String` a date is
// its description. A predicate gets the date itself, because it takes its arguments as `Any`.

extension Date: @retroactive CVarArg, @retroactive _CVarArgObject {
    /// The date as `%@` prints it: in UTC.
    public var _cVarArgObject: any CVarArg { NSString(string: description) }

    /// Foundation asks ``_cVarArgObject`` for it, and keeps that as long as it needs it.
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
}

extension NSDate: @retroactive CVarArg, @retroactive _CVarArgObject {
    /// The date as `%@` prints it: in UTC.
    public var _cVarArgObject: any CVarArg { NSString(string: description) }

    /// Foundation asks ``_cVarArgObject`` for it, and keeps that as long as it needs it.
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
}
