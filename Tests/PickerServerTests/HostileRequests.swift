import Foundation
import Testing

/// A request that a running page refuses.
///
/// `TOKEN` and `PORT` stand for those of the page.
struct HostileRequest: Sendable, CustomTestStringConvertible {
    let name: String
    var method = "GET"
    var target = "/TOKEN/grid?view=all&from=0&count=5"
    /// Headers beside those that the page's own browser sends; an empty value removes one.
    var headers: [String: String] = [:]
    var body = ""
    /// The status of the refusal; 0 if the connection is closed without an answer.
    let status: Int

    var testDescription: String { name }

    /// The request's bytes.
    ///
    /// - Parameter cookie: The cookie of the page's own browser.
    func data(token: String, port: UInt16, cookie: String) -> Data {
        func filled(_ text: String) -> String {
            text.replacing("TOKEN", with: token).replacing("PORT", with: "\(port)")
        }
        var all = [
            "Host": "127.0.0.1:PORT", "Cookie": cookie, "Sec-Fetch-Site": "same-origin", "Connection": "close",
        ]
        if !body.isEmpty {
            all.merge(["Content-Type": "application/json", "Content-Length": "\(body.utf8.count)"]) { $1 }
        }
        all.merge(headers) { $1 }
        let lines = all.filter { !$0.value.isEmpty }.map { "\($0): \(filled($1))\r\n" }.joined()
        return Data("\(method) \(filled(target)) HTTP/1.1\r\n\(lines)\r\n\(body)".utf8)
    }

    private static func post(
        _ name: String, _ path: String, _ body: String, headers: [String: String] = [:], status: Int
    ) -> Self {
        Self(name: name, method: "POST", target: "/TOKEN/\(path)", headers: headers, body: body, status: status)
    }

    private static let ofOtherHosts: [Self] = [
        Self(name: "another host", headers: ["Host": "evil.example"], status: 403),
        Self(name: "another host with this port", headers: ["Host": "evil.example:PORT"], status: 403),
        Self(name: "a host that begins with this machine", headers: ["Host": "127.0.0.1.evil.example"], status: 403),
        Self(name: "a host behind a user's name", headers: ["Host": "127.0.0.1:PORT@evil.example"], status: 403),
        Self(name: "a host with text as port", headers: ["Host": "localhost:evil"], status: 403),
        Self(name: "another address of this machine", headers: ["Host": "[::1]:PORT"], status: 403),
        Self(name: "no host", headers: ["Host": ""], status: 403),
        Self(name: "a proxy's request", target: "http://127.0.0.1:PORT/TOKEN/session", status: 404),
    ]

    private static let withoutTheToken: [Self] = [
        Self(name: "no token", target: "/session", status: 404),
        Self(name: "the first path of all servers", target: "/", status: 404),
        Self(name: "another token", target: "/0123456789abcdef0123456789abcdef/session", status: 404),
        Self(name: "a longer token", target: "/TOKEN0/session", status: 404),
        Self(name: "the token after a slash", target: "//TOKEN/session", status: 404),
        Self(name: "the token as a query", target: "/session?token=TOKEN", status: 404),
        Self(name: "no cookie", headers: ["Cookie": ""], status: 403),
        Self(
            name: "no cookie, for a script of the page", target: "/TOKEN/picker.js", headers: ["Cookie": ""],
            status: 403),
        Self(name: "another cookie", headers: ["Cookie": "photos=0123456789abcdef0123456789abcdef"], status: 403),
        Self(
            name: "a second browser", target: "/TOKEN/", headers: ["Cookie": "", "Sec-Fetch-Mode": "navigate"],
            status: 403),
    ]

    private static let ofOtherSites: [Self] = [
        Self(name: "a script of another site", headers: ["Sec-Fetch-Site": "cross-site"], status: 403),
        Self(name: "a script of another port", headers: ["Sec-Fetch-Site": "same-site"], status: 403),
        Self(
            name: "a picture in another site", target: "/TOKEN/thumb/0",
            headers: ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"], status: 403),
        Self(
            name: "a frame in another site", target: "/TOKEN/",
            headers: ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Cookie": ""], status: 403),
        post("another site's command", "add", "{}", headers: ["Sec-Fetch-Site": "cross-site"], status: 403),
        post("another origin", "add", "{}", headers: ["Origin": "http://evil.example"], status: 403),
        post("the origin of another port", "add", "{}", headers: ["Origin": "http://127.0.0.1:1"], status: 403),
        post("an encrypted origin", "add", "{}", headers: ["Origin": "https://127.0.0.1:PORT"], status: 403),
        post("no origin of a page", "add", "{}", headers: ["Origin": "null", "Sec-Fetch-Site": ""], status: 403),
        Self(
            name: "a question whether another site may post", method: "OPTIONS", target: "/TOKEN/add",
            headers: ["Origin": "http://evil.example", "Access-Control-Request-Method": "POST"], status: 403),
    ]

    private static let ofOtherMethods: [Self] =
        ["HEAD", "PUT", "DELETE", "PATCH", "TRACE", "OPTIONS"].map { Self(name: $0, method: $0, status: 405) }
        + [Self(name: "an unknown method", method: "BREW", status: 404)]

    private static let ofOtherPaths: [Self] = [
        "../TOKEN/session", "%2e%2e/TOKEN/session", "..%2f..%2f..%2fetc%2fpasswd", "picker.html/../session", "session/",
        "session%00", "/session", "catalog.sqlite", "originals/1.jpg", "thumb/4", "thumb/-1", "thumb/0x0",
        "thumb/99999999999999999999", "thumb/0/", "preview/..%2f0", "video/0", "change", "events/0",
    ].map { Self(name: $0, target: "/TOKEN/\($0)", status: 404) }

    private static let ofOtherPhotos: [Self] = [
        ("hidden photos", "view=search:is:hidden&from=0&count=5"),
        ("deleted photos", "view=search:is:trashed&from=0&count=5"),
        ("an unknown view", "view=everything&from=0&count=5"), ("an empty view", "view=&from=0&count=5"),
        ("a negative position", "view=all&from=-1&count=5"), ("too many photos", "view=all&from=0&count=2001"),
        ("a negative number", "view=all&from=0&count=-5"),
        ("a position beyond integers", "view=all&from=9223372036854775808&count=1"),
        ("no positions", "view=all"), ("words as positions", "view=all&from=a&count=b"),
    ].map { Self(name: $0, target: "/TOKEN/grid?\($1)", status: 400) }

    private static let ofOtherBodies: [Self] = [
        post("no JSON", "select", "select", status: 400), post("an array", "select", "[1]", status: 400),
        post("half an object", "select", #"{"view": "all""#, status: 400),
        post("text as ranges", "select", #"{"view": "all", "ranges": "all"}"#, status: 400),
        post("a range that ends before it begins", "select", #"{"ranges": [[2, 1]]}"#, status: 400),
        post("a negative range", "select", #"{"ranges": [[-5, 2]]}"#, status: 400),
        post("a range of one position", "select", #"{"ranges": [[1]]}"#, status: 400),
        post("a range beyond integers", "select", #"{"ranges": [[0, 1e300]]}"#, status: 400),
        post("nested arrays", "select", String(repeating: "[", count: 100_000), status: 400),
        post("a photo beyond its type", "deselect", #"{"photo": 4294967296}"#, status: 400),
        post("a view of hidden photos", "select", #"{"view": "search:is:hidden", "ranges": [[0, 9]]}"#, status: 400),
        post("the place of an unselected photo", "move", #"{"photo": 2}"#, status: 400),
        post("a change of the library", "change", #"{"action": "delete"}"#, status: 404),
        post("a command of no name", "", "{}", status: 404),
        post("a form", "add", "a=b", headers: ["Content-Type": "application/x-www-form-urlencoded"], status: 404),
        post("JSON as text", "add", "{}", headers: ["Content-Type": "text/plain"], status: 404),
        post(
            "a long form", "add", String(repeating: "a", count: 5000), headers: ["Content-Type": "text/plain"],
            status: 413),
        post("long JSON", "select", String(repeating: " ", count: 1 << 20) + "{}", status: 413),
        post(
            "a body in chunks", "select", "2\r\n{}\r\n0\r\n\r\n",
            headers: ["Content-Length": "", "Transfer-Encoding": "chunked"], status: 413),
        post("two lengths", "select", "{}", headers: ["Transfer-Encoding": "chunked"], status: 0),
        post("a negative length", "select", "{}", headers: ["Content-Length": "-1"], status: 0),
        Self(
            name: "long headers without the cookie", headers: ["Cookie": String(repeating: "a", count: 1 << 16)],
            status: 403),
        Self(name: "no target", target: "", status: 0),
    ]

    static let all: [Self] =
        ofOtherHosts + withoutTheToken + ofOtherSites + ofOtherMethods + ofOtherPaths + ofOtherPhotos + ofOtherBodies
}
