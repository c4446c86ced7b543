"""An independent reader and writer of Apple Photos libraries, with the sqlite3 module.

read LIBRARY         prints each asset and each album of a library as a line of JSON
make LIBRARY SPEC    makes a library as the JSON file SPEC describes it
"""

import datetime
import json
import os
import shutil
import sqlite3
import sys
import tempfile

EPOCH = datetime.datetime(2001, 1, 1)


# Reading


def opened(library):
    scratch = tempfile.mkdtemp()
    for end in ("", "-wal"):
        source = os.path.join(library, "database", "Photos.sqlite" + end)
        if os.path.exists(source):
            with open(source, "rb") as old, open(os.path.join(scratch, "db" + end), "wb") as new:
                new.write(old.read())
    connection = sqlite3.connect(os.path.join(scratch, "db"))
    connection.row_factory = sqlite3.Row
    connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
    return connection, scratch


def columns(connection, table):
    return {row["name"] for row in connection.execute(f"PRAGMA table_info({table})")}


def time_text(created, zone):
    """Local time with milliseconds; None for the dates that stand for an unknown date."""
    if created is None or abs(created) > 63e9:
        return None
    milliseconds = round(created * 1000)
    zone = 0 if zone is None or abs(zone) > 14 * 3600 or zone % 60 else zone
    try:
        local = EPOCH + datetime.timedelta(milliseconds=milliseconds, seconds=zone)
    except OverflowError:
        return None
    text = local.strftime("%Y").zfill(4) + local.strftime("-%m-%dT%H:%M:%S")
    if local.microsecond:
        text += ".%03d" % (local.microsecond // 1000)
    return text + "%s%02d:%02d" % ("-" if zone < 0 else "+", abs(zone) // 3600, abs(zone) // 60 % 60)


def read(library):
    connection, scratch = opened(library)
    entities = dict(connection.execute("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY").fetchall())
    table, number = (
        ("ZGENERICASSET", entities["GenericAsset"]) if "GenericAsset" in entities else ("ZASSET", entities["Asset"]))
    names = columns(connection, table)
    edited = "ZADJUSTMENTSSTATE" if "ZADJUSTMENTSSTATE" in names else "ZHASADJUSTMENTS"
    faces = columns(connection, "ZDETECTEDFACE")
    face_asset, face_person = (
        ("ZASSETFORFACE", "ZPERSONFORFACE") if "ZASSETFORFACE" in faces else ("ZASSET", "ZPERSON"))
    keyword_column = "Z_%dKEYWORDS" % entities["Keyword"]

    keywords, persons = {}, {}
    for row in connection.execute(
            f"SELECT Z_1ASSETATTRIBUTES, ZTITLE FROM Z_1KEYWORDS, ZKEYWORD WHERE {keyword_column} = Z_PK"):
        keywords.setdefault(row[0], set()).add(row[1])
    for row in connection.execute(
            f"SELECT f.{face_asset}, p.ZFULLNAME FROM ZDETECTEDFACE f, ZPERSON p WHERE f.{face_person} = p.Z_PK"):
        if row[1]:
            persons.setdefault(row[0], set()).add(row[1])
    captions = dict(connection.execute("SELECT ZASSETATTRIBUTES, ZLONGDESCRIPTION FROM ZASSETDESCRIPTION").fetchall())
    attributes = {row["ZASSET"]: row for row in connection.execute("SELECT * FROM ZADDITIONALASSETATTRIBUTES")}

    files = {}
    for root in ("originals", "resources/renders"):
        for folder, _, found in os.walk(os.path.join(library, root)):
            for name in found:
                path = os.path.join(folder, name)
                if not os.path.islink(path):
                    files[os.path.relpath(path, library)] = name

    result, places, order = [], {}, {}
    for row in connection.execute(f"SELECT * FROM {table}"):
        more = attributes.get(row["Z_PK"])
        directory, filename = row["ZDIRECTORY"], row["ZFILENAME"]
        original = "originals/%s/%s" % (directory, filename)
        is_here = original in files
        places[row["Z_PK"]] = original if is_here and row["ZTRASHEDSTATE"] != 1 else None
        order[row["Z_PK"]] = (row["ZDATECREATED"], (more and more["ZTITLE"]) or "")
        if row["ZTRASHEDSTATE"] == 1:
            state = "trashed"
        elif is_here:
            state = "present"
        elif row["ZSAVEDASSETTYPE"] == 4:
            state = "ofSharedAlbum"
        elif directory and (directory.startswith("/") or ".." in directory) or os.path.lexists(
                os.path.join(library, original)):
            state = "elsewhere"
        else:
            state = "inCloudOnly"
        others = []
        if state == "present":
            others = sorted(
                path for path, name in files.items() if name.startswith(row["ZUUID"]) and path != original)
        pick = row["ZAVALANCHEPICKTYPE"] or 0
        latitude = row["ZLATITUDE"]
        result.append({
            "uuid": row["ZUUID"],
            "state": state,
            "name": (more["ZORIGINALFILENAME"] if more else None) or filename,
            "original": original if state == "present" else None,
            "others": others,
            "time": time_text(row["ZDATECREATED"], more["ZTIMEZONEOFFSET"] if more else None),
            "place": None if latitude is None or latitude == -180 else [latitude, row["ZLONGITUDE"]],
            "title": (more["ZTITLE"] if more else None) or None,
            "caption": (captions.get(more["Z_PK"]) if more else None) or None,
            "keywords": sorted(keywords.get(more["Z_PK"], set()) if more else set()),
            "persons": sorted(persons.get(row["Z_PK"], set())),
            "favorite": row["ZFAVORITE"] == 1,
            "hidden": row["ZHIDDEN"] == 1,
            "video": row["ZKIND"] == 1,
            "edited": (row[edited] or 0) > 0,
            "burst": row["ZAVALANCHEUUID"] or None,
            "pick": ("owner" if pick & 8 else "camera" if pick & 16 or pick & 6 == 4 else "none")
            if row["ZAVALANCHEUUID"] else None,
        })

    albums = {row["Z_PK"]: row for row in connection.execute("SELECT * FROM ZGENERICALBUM")}
    member_table = "Z_%dASSETS" % entities["Album"]
    for album in albums.values():
        if album["ZKIND"] not in (2, 4000) or album["ZTRASHEDSTATE"] == 1:
            continue
        path, parent = [album["ZTITLE"]], albums.get(album["ZPARENTFOLDER"])
        while parent is not None and parent["ZKIND"] == 4000:
            path.insert(0, parent["ZTITLE"])
            parent = albums.get(parent["ZPARENTFOLDER"])
        members = connection.execute(
            f"SELECT Z_{number}ASSETS, Z_FOK_{number}ASSETS FROM {member_table} "
            f"WHERE Z_{entities['Album']}ALBUMS = ? ORDER BY 2", [album["Z_PK"]]).fetchall()
        ids = [member[0] for member in members]
        if album["ZCUSTOMSORTKEY"] == 1:
            ids.sort(key=lambda asset: order[asset][0], reverse=not album["ZCUSTOMSORTASCENDING"])
        elif album["ZCUSTOMSORTKEY"] == 5:
            ids.sort(key=lambda asset: order[asset][1].encode())
        result.append({
            "album": album["ZUUID"], "path": path, "isFolder": album["ZKIND"] == 4000,
            "members": [places[asset] for asset in ids if places.get(asset)],
        })
    connection.close()
    shutil.rmtree(scratch)
    for item in result:
        print(json.dumps(item, ensure_ascii=False))


# Making

OLD = {"table": "ZGENERICASSET", "asset": 34, "album": 26, "keyword": 37, "faces": ("ZASSET", "ZPERSON"),
       "edited": "ZHASADJUSTMENTS"}
NEW = {"table": "ZASSET", "asset": 3, "album": 30, "keyword": 47, "faces": ("ZASSETFORFACE", "ZPERSONFORFACE"),
       "edited": "ZADJUSTMENTSSTATE"}


def make(library, spec):
    """Makes the folders and the database; all rows stay in the write-ahead log."""
    model = OLD if spec.get("old") else NEW
    os.makedirs(os.path.join(library, "database"))
    for folder in ("originals", "resources/renders", "resources/derivatives"):
        os.makedirs(os.path.join(library, folder))
    scratch = tempfile.mkdtemp()
    connection = sqlite3.connect(os.path.join(scratch, "Photos.sqlite"))
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    album, asset, table = model["album"], model["asset"], model["table"]
    connection.executescript(f"""
        CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
        CREATE TABLE {table} (Z_PK INTEGER PRIMARY KEY, ZUUID VARCHAR, ZDIRECTORY VARCHAR, ZFILENAME VARCHAR,
            ZTRASHEDSTATE INTEGER, ZSAVEDASSETTYPE INTEGER, ZKIND INTEGER, ZKINDSUBTYPE INTEGER,
            {model["edited"]} INTEGER, ZDATECREATED TIMESTAMP, ZLATITUDE FLOAT, ZLONGITUDE FLOAT, ZFAVORITE INTEGER,
            ZHIDDEN INTEGER, ZAVALANCHEUUID VARCHAR, ZAVALANCHEPICKTYPE INTEGER);
        CREATE TABLE ZADDITIONALASSETATTRIBUTES (Z_PK INTEGER PRIMARY KEY, ZASSET INTEGER, ZORIGINALFILENAME VARCHAR,
            ZTIMEZONEOFFSET INTEGER, ZTITLE VARCHAR);
        CREATE TABLE ZASSETDESCRIPTION (Z_PK INTEGER PRIMARY KEY, ZASSETATTRIBUTES INTEGER, ZLONGDESCRIPTION VARCHAR);
        CREATE TABLE ZKEYWORD (Z_PK INTEGER PRIMARY KEY, ZTITLE VARCHAR);
        CREATE TABLE Z_1KEYWORDS (Z_1ASSETATTRIBUTES INTEGER, Z_{model["keyword"]}KEYWORDS INTEGER,
            PRIMARY KEY (Z_1ASSETATTRIBUTES, Z_{model["keyword"]}KEYWORDS));
        CREATE TABLE ZPERSON (Z_PK INTEGER PRIMARY KEY, ZFULLNAME VARCHAR);
        CREATE TABLE ZDETECTEDFACE (Z_PK INTEGER PRIMARY KEY, {model["faces"][0]} INTEGER, {model["faces"][1]} INTEGER);
        CREATE TABLE ZGENERICALBUM (Z_PK INTEGER PRIMARY KEY, ZUUID VARCHAR, ZTITLE VARCHAR, ZKIND INTEGER,
            ZPARENTFOLDER INTEGER, Z_FOK_PARENTFOLDER INTEGER, ZTRASHEDSTATE INTEGER, ZCUSTOMSORTKEY INTEGER,
            ZCUSTOMSORTASCENDING INTEGER);
        CREATE TABLE Z_{album}ASSETS (Z_{album}ALBUMS INTEGER, Z_{asset}ASSETS INTEGER, Z_FOK_{asset}ASSETS INTEGER,
            PRIMARY KEY (Z_{album}ALBUMS, Z_{asset}ASSETS));
        """)
    entities = [(asset, "GenericAsset" if spec.get("old") else "Asset"), (album, "Album"), (model["keyword"], "Keyword")]
    connection.executemany("INSERT INTO Z_PRIMARYKEY VALUES (?, ?, 0, 0)", entities)
    keywords, persons = {}, {}
    for key, item in enumerate(spec.get("assets", []), 1):
        connection.execute(
            f"INSERT INTO {table} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [key, item["uuid"], item.get("directory", item["uuid"][0]), item["filename"], item.get("trashed", 0),
             item.get("saved", 3), item.get("kind", 0), item.get("subtype", 0), item.get("edited", 0),
             item.get("created", 0.0), item.get("latitude", -180.0), item.get("longitude", -180.0),
             item.get("favorite", 0), item.get("hidden", 0), item.get("burst"), item.get("pick", 0)])
        connection.execute(
            "INSERT INTO ZADDITIONALASSETATTRIBUTES VALUES (?, ?, ?, ?, ?)",
            [key, key, item.get("name", item["filename"]), item.get("zone"), item.get("title")])
        if "caption" in item:
            connection.execute("INSERT INTO ZASSETDESCRIPTION VALUES (?, ?, ?)", [key, key, item["caption"]])
        for word in item.get("keywords", []):
            if word not in keywords:
                keywords[word] = len(keywords) + 1
                connection.execute("INSERT INTO ZKEYWORD VALUES (?, ?)", [keywords[word], word])
            connection.execute("INSERT INTO Z_1KEYWORDS VALUES (?, ?)", [key, keywords[word]])
        for person in item.get("persons", []):
            if person not in persons:
                persons[person] = len(persons) + 1
                connection.execute("INSERT INTO ZPERSON VALUES (?, ?)", [persons[person], person])
            connection.execute("INSERT INTO ZDETECTEDFACE VALUES (NULL, ?, ?)", [key, persons[person]])
    connection.execute("INSERT INTO ZGENERICALBUM VALUES (1, 'root', NULL, 3999, NULL, NULL, 0, 0, 1)")
    for key, item in enumerate(spec.get("albums", []), 2):
        connection.execute(
            "INSERT INTO ZGENERICALBUM VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [key, item["uuid"], item.get("title"), item.get("kind", 2), item.get("parent", 1), item.get("order", key),
             item.get("trashed", 0), item.get("sort", 0), item.get("ascending", 1)])
        for position, member in enumerate(item.get("members", [])):
            connection.execute(
                f"INSERT INTO Z_{album}ASSETS VALUES (?, ?, ?)", [key, member, (position + 1) * 1024])
    connection.commit()
    for end in ("", "-wal"):
        shutil.copy(os.path.join(scratch, "Photos.sqlite" + end), os.path.join(library, "database"))
    connection.close()
    shutil.rmtree(scratch)


def make_photos4(library, spec):
    """Makes a library of Photos 4; all rows stay in the write-ahead log."""
    os.makedirs(os.path.join(library, "database"))
    for folder in ("Masters", "resources/media/version", "resources/media/master", "resources/proxies/derivatives"):
        os.makedirs(os.path.join(library, folder))
    scratch = tempfile.mkdtemp()
    connection = sqlite3.connect(os.path.join(scratch, "photos.db"))
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.executescript("""
        CREATE TABLE RKVersion (modelId INTEGER PRIMARY KEY, uuid VARCHAR, masterUuid VARCHAR, rawMasterUuid VARCHAR,
            nonRawMasterUuid VARCHAR, type INTEGER, hasAdjustments INTEGER, adjustmentUuid VARCHAR, isInTrash INTEGER,
            imageDate TIMESTAMP, imageTimeZoneOffsetSeconds INTEGER, latitude DECIMAL, longitude DECIMAL,
            exifLatitude DECIMAL, exifLongitude DECIMAL, name VARCHAR, extendedDescription VARCHAR, isFavorite INTEGER,
            isHidden INTEGER, burstUuid VARCHAR, burstPickType INTEGER);
        CREATE TABLE RKMaster (modelId INTEGER PRIMARY KEY, uuid VARCHAR, imagePath VARCHAR, originalFileName VARCHAR,
            fileIsReference INTEGER, isMissing INTEGER, volumeId INTEGER);
        CREATE TABLE RKVolume (modelId INTEGER PRIMARY KEY, name VARCHAR);
        CREATE TABLE RKModelResource (modelId INTEGER PRIMARY KEY, UTI VARCHAR, attachedModelId INTEGER,
            attachedModelType INTEGER, resourceType INTEGER, resourceTag VARCHAR);
        CREATE TABLE RKKeyword (modelId INTEGER PRIMARY KEY, name VARCHAR);
        CREATE TABLE RKKeywordForVersion (modelId INTEGER PRIMARY KEY, versionId INTEGER, keywordId INTEGER);
        CREATE TABLE RKPerson (modelId INTEGER PRIMARY KEY, name VARCHAR);
        CREATE TABLE RKFace (modelId INTEGER PRIMARY KEY, personId INTEGER, imageModelId INTEGER);
        CREATE TABLE RKAlbum (modelId INTEGER PRIMARY KEY, uuid VARCHAR, albumType INTEGER, albumSubclass INTEGER,
            name VARCHAR, folderUuid VARCHAR, sortKeyPath VARCHAR, sortAscending INTEGER, isInTrash INTEGER,
            isMagic INTEGER);
        CREATE TABLE RKAlbumVersion (modelId INTEGER PRIMARY KEY, versionId INTEGER, albumId INTEGER);
        CREATE TABLE RKFolder (modelId INTEGER PRIMARY KEY, uuid VARCHAR, name VARCHAR, folderType INTEGER,
            parentFolderUuid VARCHAR, sortAscending INTEGER, isInTrash INTEGER, isMagic INTEGER);
        CREATE TABLE RKCustomSortOrder (modelId INTEGER PRIMARY KEY, containerUuid VARCHAR, objectUuid VARCHAR,
            orderNumber INTEGER);
        """)

    def insert(table, **values):
        names, marks = ", ".join(values), ", ".join("?" * len(values))
        return connection.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", list(values.values())).lastrowid

    keywords, persons, volumes = {}, {}, {}

    def row(table, known, name):
        if name not in known:
            known[name] = insert(table, name=name)
        return known[name]

    for key, item in enumerate(spec.get("assets", []), 1):
        if item.get("master", key) == key:
            volume = item.get("volume")
            insert("RKMaster", modelId=key, uuid="master %d" % key, imagePath=item["file"],
                   originalFileName=item.get("name", os.path.basename(item["file"] or "")),
                   fileIsReference=int(volume is not None),
                   volumeId=None if volume is None else row("RKVolume", volumes, volume))
        raw = item.get("raw")
        if raw:
            insert("RKMaster", modelId=1000 + key, uuid="raw %d" % key, imagePath=raw,
                   originalFileName=os.path.basename(raw), fileIsReference=0)
        master = "master %d" % item.get("master", key)
        insert("RKVersion", modelId=key, uuid=item["uuid"],
               masterUuid="raw %d" % key if item.get("raw_is_chosen") else master,
               rawMasterUuid="raw %d" % key if raw else None, nonRawMasterUuid=master if raw else None,
               type=item.get("type", 2), hasAdjustments=item.get("edited", 0),
               adjustmentUuid="edit %d" % key if item.get("edited") else "UNADJUSTEDNONRAW",
               isInTrash=item.get("trashed", 0), imageDate=item.get("created", 0.0),
               imageTimeZoneOffsetSeconds=item.get("zone"), latitude=item.get("latitude"),
               longitude=item.get("longitude"), exifLatitude=item.get("exif", item.get("latitude")),
               exifLongitude=item.get("exif", item.get("longitude")), name=item.get("title"),
               extendedDescription=item.get("caption"), isFavorite=item.get("favorite", 0),
               isHidden=item.get("hidden", 0), burstUuid=item.get("burst"), burstPickType=item.get("pick", 0))
        for resource in item.get("resources", []):
            is_edit = resource["of"] == "version"
            insert("RKModelResource", modelId=resource["id"], UTI=resource.get("uti", "public.jpeg"),
                   attachedModelId=key, attachedModelType=2 if is_edit else 1, resourceType=resource.get("type", 4),
                   resourceTag=resource.get("tag", "edit %d" % key))
        for word in item.get("keywords", []):
            insert("RKKeywordForVersion", versionId=key, keywordId=row("RKKeyword", keywords, word))
        for person in item.get("persons", []):
            insert("RKFace", personId=row("RKPerson", persons, person), imageModelId=key)
    folder = dict(folderType=1, sortAscending=1, isInTrash=0, isMagic=1)
    insert("RKFolder", uuid="LibraryFolder", name="", **folder)
    insert("RKFolder", uuid="TopLevelAlbums", name="TopLevelAlbums", parentFolderUuid="LibraryFolder", **folder)
    for item in spec.get("albums", []):
        parent = item.get("parent", "TopLevelAlbums")
        insert("RKCustomSortOrder", containerUuid=parent, objectUuid=item["uuid"], orderNumber=item.get("order", 1024))
        if item.get("folder"):
            insert("RKFolder", uuid=item["uuid"], name=item["title"], parentFolderUuid=parent, folderType=1,
                   sortAscending=1, isInTrash=item.get("trashed", 0), isMagic=0)
            continue
        album = insert("RKAlbum", uuid=item["uuid"], name=item["title"], folderUuid=parent, albumType=1,
                       albumSubclass=item.get("subclass", 3), sortKeyPath=item.get("sort", "custom.default"),
                       sortAscending=item.get("ascending", 1), isInTrash=item.get("trashed", 0),
                       isMagic=item.get("magic", 0))
        for position, member in enumerate(item.get("members", [])):
            insert("RKAlbumVersion", versionId=member, albumId=album)
            insert("RKCustomSortOrder", containerUuid=item["uuid"],
                   objectUuid=spec["assets"][member - 1]["uuid"], orderNumber=(position + 1) * 1024)
    connection.commit()
    for end in ("", "-wal"):
        shutil.copy(os.path.join(scratch, "photos.db" + end), os.path.join(library, "database"))
    connection.close()
    shutil.rmtree(scratch)


if __name__ == "__main__":
    if sys.argv[1] == "read":
        read(sys.argv[2])
    else:
        with open(sys.argv[3]) as file:
            spec = json.load(file)
        (make_photos4 if spec.get("photos4") else make)(sys.argv[2], spec)
