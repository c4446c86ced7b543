import Foundation
import FoundationNetworking
import TestSupport
import Testing

extension PageClient {
    /// Sends a form and returns the resulting page.
    func post(_ page: ServedPage, _ path: String, _ form: String) async throws -> String {
        try await post(page.address, path, form)
    }

    /// Sends a form to the page with this address and returns the resulting page.
    func post(_ address: String, _ path: String, _ form: String) async throws -> String {
        var request = URLRequest(url: try #require(URL(string: address + path)))
        request.httpMethod = "POST"
        request.httpBody = Data(form.utf8)
        let (data, response) = try await open(request)
        // Foundation loses the slash at the end of the address that a form leads to, so it is not followed there.
        return String(decoding: response.statusCode == 303 ? try await get(address).body : data, as: UTF8.self)
    }

    /// Opens the page, as a browser does first, and sends the request.
    private func open(_ request: URLRequest) async throws -> (body: Data, response: HTTPURLResponse) {
        var page = try #require(request.url)
        while page.pathComponents.count > 2 { page.deleteLastPathComponent() }
        _ = try await send(URLRequest(url: page))
        return try await send(request)
    }

    func get(_ address: String) async throws -> (status: Int, type: String, body: Data) {
        let (data, response) = try await open(URLRequest(url: try #require(URL(string: address))))
        return (response.statusCode, response.mimeType ?? "", data)
    }
}
