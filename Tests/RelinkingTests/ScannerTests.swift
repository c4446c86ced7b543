import Testing

@testable import Relinking
