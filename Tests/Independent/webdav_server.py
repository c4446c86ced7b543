"""Serves a folder by WebDAV (WsgiDAV on Cheroot): webdav_server.py PORT FOLDER USER PASSWORD"""

import sys

from cheroot import wsgi
from wsgidav.wsgidav_app import WsgiDAVApp

port, folder, user, password = sys.argv[1:]
app = WsgiDAVApp(
    {
        "provider_mapping": {"/": folder},
        "simple_dc": {"user_mapping": {"*": {user: {"password": password}}}},
        "http_authenticator": {"accept_basic": True, "accept_digest": False, "default_to_digest": False},
        "lock_storage": True,
        "verbose": 1,
    }
)
server = wsgi.Server(("127.0.0.1", int(port)), app, numthreads=16)
server.start()
