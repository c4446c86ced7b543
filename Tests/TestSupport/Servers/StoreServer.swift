internal import Foundation
internal import Glibc

/// A service on this machine for the objects of stores, with an empty folder or bucket and one user.
public final class StoreServer: Sendable {
    /// The programs that serve.
    public enum Kind: String, Sendable, CaseIterable, CustomStringConvertible {
        /// Apache with mod_dav.
        case apache
        /// WsgiDAV on Cheroot.
        case wsgiDAV
        /// rclone, with the folder as its remote.
        case rclone
        /// S3 by moto, which accepts all requests.
        case moto
        /// S3 by moto, which compares signatures with those of Amazon's client.
        ///
        /// It refuses the client's own requests if a name or the query has an encoded character.
        case checkingMoto

        /// The name of the program.
        public var description: String { rawValue }
    }

    /// The user of the WebDAV servers.
    public static let user: (name: String, password: String) = ("someone", "a secret/with+signs")
    /// The bucket of S3.
    public static let bucket: String = "photos"

    /// The port that the server listens on.
    public var port: UInt16 { process.port }
    /// The folder that is served, unless the server keeps objects elsewhere.
    public let folder: TemporaryFolder
    /// The keys of the user for S3.
    public let keys: (access: String, secret: String)?
    private let process: ServerProcess
    private let settings: TemporaryFolder

    /// Starts a server.
    ///
    /// Blocks until it serves.
    public init(_ kind: Kind) throws {
        folder = try TemporaryFolder()
        settings = try TemporaryFolder()
        let port = try Loopback.freePort()
        switch kind {
        case .apache: process = try Self.apache(folder, settings, port)
        case .wsgiDAV:
            process = try ServerProcess(
                [
                    Self.python, Python.folder.appendingPathComponent("webdav_server.py").path, "\(port)",
                    folder.url.path,
                ]
                    + [Self.user.name, Self.user.password], port: port)
        case .rclone:
            process = try ServerProcess(
                [
                    "rclone", "serve", "webdav", "--addr", "127.0.0.1:\(port)", "--dir-cache-time", "0s",
                    folder.url.path,
                ],
                port: port, environment: ["RCLONE_USER": Self.user.name, "RCLONE_PASS": Self.user.password])
        case .moto, .checkingMoto:
            process = try ServerProcess(
                [Self.python, "-m", "moto.server", "-H", "127.0.0.1", "-p", "\(port)"], port: port,
                environment: kind == .checkingMoto ? ["INITIAL_NO_AUTH_ACTION_COUNT": "4"] : [:])
            keys = try Self.makeBucket(port)
            return
        }
        keys = nil
    }

    /// Ends the server.
    public func stop() { process.stop() }

    // MARK: Programs

    /// Python with the servers that `.ci/prepare --tests` installs; otherwise the system's.
    private static let python: String = {
        let own = ".build/test-servers/bin/python"
        return access(own, X_OK) == 0 ? own : "python3"
    }()

    private static let apachePath = "/usr/sbin/apache2"

    /// Whether the program of a server is installed.
    public static func isInstalled(_ kind: Kind) -> Bool { missing.contains(kind) == false }

    private static let missing: Set<Kind> = Set(Kind.allCases.filter { !hasProgram($0) })

    private static func hasProgram(_ kind: Kind) -> Bool {
        let command: [String] =
            switch kind {
            case .apache: ["test", "-x", apachePath]
            case .wsgiDAV: [python, "-c", "import wsgidav, cheroot"]
            case .rclone: ["rclone", "version"]
            case .moto, .checkingMoto: [python, "-c", "import moto.server, flask, boto3"]
            }
        return (try? Shell.run("/usr/bin/env", command).exit) == 0
    }

    /// Whether Amazon's client is installed.
    public static let hasBotocore: Bool =
        (try? Shell.run("/usr/bin/env", [python, "-c", "import botocore.auth"]).exit) == 0

    /// The signature that Amazon's client makes for a request without a body, at 2026-02-03 04:05:06 UTC.
    ///
    /// - Parameter arguments: The method, the URL, the access key, the secret key, the session token, and the names and
    ///   values of headers.
    public static func botocoreSignature(_ arguments: [String]) throws -> String {
        let script = """
            import datetime, sys
            import botocore.auth, botocore.awsrequest, botocore.credentials
            fixed = datetime.datetime(2026, 2, 3, 4, 5, 6)
            class Clock(datetime.datetime):
                utcnow = classmethod(lambda cls: fixed)
                now = classmethod(lambda cls, tz=None: fixed)
            if hasattr(botocore.auth, "get_current_datetime"):
                botocore.auth.get_current_datetime = lambda *a, **k: fixed
            botocore.auth.datetime = type("m", (), {"datetime": Clock}) if isinstance(botocore.auth.datetime, type(sys)) else Clock
            method, url, access, secret, token = sys.argv[1:6]
            rest = sys.argv[6:]
            request = botocore.awsrequest.AWSRequest(method, url, headers=dict(zip(rest[::2], rest[1::2])))
            credentials = botocore.credentials.Credentials(access, secret, token)
            botocore.auth.S3SigV4Auth(credentials, "s3", "eu-central-1").add_auth(request)
            print(request.headers["Authorization"].split("Signature=")[1])
            """
        let made = try Shell.run("/usr/bin/env", [python, "-c", script] + arguments)
        guard made.exit == 0 else { throw ServerProcess.Failure(description: made.output) }
        return made.output.split(whereSeparator: \.isWhitespace).joined()
    }

    private static func apache(
        _ folder: TemporaryFolder, _ settings: TemporaryFolder, _ port: UInt16
    ) throws -> ServerProcess {
        let password = try Shell.run("/usr/bin/env", ["openssl", "passwd", "-apr1", user.password]).output
        try settings.write("\(user.name):\(password)".utf8, to: "users")
        let modules = [
            "mpm_event", "authn_core", "authn_file", "authz_core", "authz_user", "auth_basic", "dav", "dav_fs",
        ]
        let state = settings.url.path
        let lines =
            modules.map { "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so" } + [
                "ServerName localhost", "ServerRoot \(state)", "PidFile \(state)/pid", "ErrorLog \(state)/log",
                "Listen 127.0.0.1:\(port)", "DocumentRoot \(folder.url.path)", "DavLockDB \(state)/locks",
                "Mutex pthread", "User www-data", "Group www-data", "<Directory \(folder.url.path)>", "Dav On",
                "AuthType Basic",
                "AuthName x", "AuthUserFile \(state)/users", "Require valid-user", "</Directory>",
            ]
        try settings.write(lines.joined(separator: "\n").utf8, to: "apache.conf")
        // Apache started by root serves as another user.
        for path in [folder.url.path, state] { chmod(path, 0o777) }
        return try ServerProcess([apachePath, "-DFOREGROUND", "-f", "\(state)/apache.conf"], port: port)
    }

    /// Does something with the variable `bucket` (boto3), whose further arguments are `sys.argv[3]` and so on.
    func changeBucket(_ statement: String, _ arguments: String...) throws {
        let script = """
            import boto3, sys
            where = dict(endpoint_url=sys.argv[1], region_name="us-east-1", aws_access_key_id="x", aws_secret_access_key="x")
            bucket = boto3.resource("s3", **where).Bucket(sys.argv[2])
            \(statement)
            """
        let made = try Shell.run(
            "/usr/bin/env", [Self.python, "-c", script, "http://127.0.0.1:\(port)", Self.bucket] + arguments)
        guard made.exit == 0 else { throw ServerProcess.Failure(description: made.output) }
    }

    /// Makes a user and a bucket.
    ///
    /// These are the first requests, which moto does not check.
    private static func makeBucket(_ port: UInt16) throws -> (access: String, secret: String) {
        let script = """
            import boto3, json, sys
            where = dict(endpoint_url=sys.argv[1], region_name="us-east-1", aws_access_key_id="x", aws_secret_access_key="x")
            iam = boto3.client("iam", **where)
            iam.create_user(UserName="someone")
            allowed = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}
            iam.put_user_policy(UserName="someone", PolicyName="all", PolicyDocument=json.dumps(allowed))
            key = iam.create_access_key(UserName="someone")["AccessKey"]
            boto3.client("s3", **where).create_bucket(Bucket=sys.argv[2])
            print(key["AccessKeyId"], key["SecretAccessKey"])
            """
        let made = try Shell.run("/usr/bin/env", [python, "-c", script, "http://127.0.0.1:\(port)", bucket])
        let words = made.output.split(whereSeparator: \.isWhitespace).map(String.init)
        guard made.exit == 0, words.count == 2 else { throw ServerProcess.Failure(description: made.output) }
        return (words[0], words[1])
    }
}
