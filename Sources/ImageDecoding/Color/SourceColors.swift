/// The colours of a picture's coded values, as its file states them.
enum SourceColors {
    /// Three curves, and X, Y and Z of each primary in 1/65536ths, relative to D50.
    case rgb(curves: [ToneCurve], colorants: [[Int]])
    case gray(ToneCurve)
    /// Colours that are not converted, and the reason.
    case unsupported(String)
}

extension SourceColors {
    /// Reads an ICC profile: matrix and curves, or a curve for gray.
    ///
    /// A profile with a table (`A2B0`, `A2B1`) is not converted, even if it also has a matrix, because the table
    /// takes precedence (ICC.1:2010, 8.3.1).
    init(icc bytes: [UInt8]) {
        guard let profile = ICCProfile(bytes) else {
            self = .unsupported("it is damaged, or of another version than 2 and 4")
            return
        }
        let classes: [ICCSignature] = [.input, .display, .output, .space]
        guard classes.contains(where: { $0.rawValue == profile.deviceClass }) else {
            self = .unsupported("it does not describe a device")
            return
        }
        guard profile.tag(.perceptualTable) == nil, profile.tag(.colorimetricTable) == nil else {
            self = .unsupported("it works by a table")
            return
        }
        switch ICCSignature(rawValue: profile.colorSpace) {
        case .gray:
            self = profile.curve(.grayCurve).map(SourceColors.gray) ?? .unsupported("its curve is damaged")
        case .rgb where profile.connectionSpace == ICCSignature.xyz.rawValue:
            let curves = [.redCurve, .greenCurve, .blueCurve].compactMap(profile.curve)
            let colorants = [.redColorant, .greenColorant, .blueColorant].compactMap(profile.colorant)
            self =
                curves.count == 3 && colorants.count == 3
                ? .rgb(curves: curves, colorants: colorants) : .unsupported("its matrix or curves are damaged")
        case .cmyk: self = .unsupported("it describes inks")
        default: self = .unsupported("it is neither of gray nor of red, green and blue to XYZ")
        }
    }
}
