internal import Foundation
public import SystemPackage

/// nginx with TLS and a folder, and an authority of its own.
public final class SecureServer: Sendable {
    /// What its certificate is.
    public enum Certificate: String, Sendable, CaseIterable {
        /// Signed by the authority for 127.0.0.1.
        case valid
        /// Signed by the authority for another host.
        case ofAnotherHost
        /// Signed by the authority, and expired.
        case expired
        /// Signed by nobody else.
        case selfSigned
    }

    /// Whether nginx and openssl are installed.
    public static let isInstalled: Bool =
        (try? Shell.run("/usr/bin/env", ["sh", "-c", "PATH=$PATH:/usr/sbin; command -v nginx && command -v openssl"])
            .exit)
        == 0

    /// The port of TLS.
    public var port: UInt16 { process.port }
    /// The folder that is served.
    public let folder: TemporaryFolder
    /// The certificate of the authority (PEM).
    public var authority: FilePath { settings.filePath.appending("authority.pem") }
    private let settings: TemporaryFolder
    private let process: ServerProcess

    /// Makes certificates, and starts nginx.
    ///
    /// Blocks.
    public init(_ certificate: Certificate) throws {
        (folder, settings) = (try TemporaryFolder(), try TemporaryFolder())
        let port = try Loopback.freePort()
        let days = certificate == .expired ? "-days -1" : "-days 2"
        let name = certificate == .ofAnotherHost ? "DNS:example.org" : "IP:127.0.0.1"
        let signer =
            certificate == .selfSigned ? "-key server.key" : "-CA authority.pem -CAkey authority.key -CAcreateserial"
        let script = """
            set -e
            cd "$1"
            key="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
            openssl req -x509 $key -keyout authority.key -out authority.pem -days 2 -subj "/CN=Test authority"
            openssl req $key -keyout server.key -out server.csr -subj "/CN=server"
            printf 'subjectAltName=\(name)' > names
            if [ \(certificate.rawValue) = selfSigned ]; then
                openssl x509 -req -in server.csr -signkey server.key -extfile names -out server.pem \(days)
            else
                openssl x509 -req -in server.csr \(signer) -extfile names -out server.pem \(days)
            fi
            """
        let made = try Shell.run("/bin/sh", ["-c", script, "sh", settings.url.path])
        guard made.exit == 0 else { throw ServerProcess.Failure(description: made.output) }
        let state = settings.url.path
        let text = """
            daemon off; pid \(state)/pid; error_log \(state)/log; worker_processes 1;
            user \(NSUserName()); events {}
            http {
                access_log off;
                client_body_temp_path \(state)/t1; proxy_temp_path \(state)/t2; fastcgi_temp_path \(state)/t3;
                uwsgi_temp_path \(state)/t4; scgi_temp_path \(state)/t5;
                server {
                    listen 127.0.0.1:\(port) ssl; root \(folder.url.path);
                    ssl_certificate \(state)/server.pem; ssl_certificate_key \(state)/server.key;
                }
            }
            """
        try settings.write(text.utf8, to: "nginx.conf")
        process = try ServerProcess(
            [
                "/usr/bin/env", "PATH=/usr/bin:/bin:/usr/sbin", "nginx", "-c", "\(state)/nginx.conf", "-e",
                "\(state)/log",
            ], port: port)
    }
}
