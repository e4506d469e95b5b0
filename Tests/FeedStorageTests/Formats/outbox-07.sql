PRAGMA application_id = 1417105269;
PRAGMA user_version = 7;
BEGIN TRANSACTION;
CREATE TABLE attachment (
        draft INTEGER NOT NULL REFERENCES draft ON DELETE CASCADE,
        place INTEGER NOT NULL,
        path TEXT NOT NULL,
        alt_text TEXT NOT NULL,
        uploaded TEXT,
        PRIMARY KEY (draft, place)
      ) WITHOUT ROWID;
INSERT INTO "attachment" VALUES(1,0,'/a','A field',NULL);
CREATE TABLE choice (
        draft INTEGER NOT NULL REFERENCES draft ON DELETE CASCADE,
        place INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (draft, place)
      ) WITHOUT ROWID;
CREATE TABLE draft (
        number INTEGER PRIMARY KEY,
        item INTEGER UNIQUE REFERENCES item ON DELETE CASCADE,
        id TEXT NOT NULL,
        account TEXT NOT NULL,
        text TEXT NOT NULL,
        warning TEXT,
        visibility TEXT NOT NULL,
        reply_to TEXT,
        quoting TEXT,
        saved_at INTEGER NOT NULL
      , editing TEXT, is_sensitive INTEGER NOT NULL DEFAULT 0, poll_lasts INTEGER, poll_allows_several INTEGER NOT NULL DEFAULT 0, language TEXT, quoters TEXT, posts_at INTEGER);
INSERT INTO "draft" VALUES(1,2,'b','tweetie:reader','Rye, 25 °C',NULL,'mentioned',NULL,NULL,1000,NULL,0,NULL,0,NULL,NULL,NULL);
INSERT INTO "draft" VALUES(2,NULL,'c','tweetie:reader','Spelt, not finished',NULL,'everybody',NULL,NULL,2000,NULL,0,NULL,0,NULL,NULL,NULL);
CREATE TABLE item (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        account TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (
          kind IN ('mark', 'follow', 'mute', 'block', 'admit', 'vote', 'publish', 'delete')),
        target TEXT,
        marks TEXT,
        is_done INTEGER,
        subject TEXT,
        state TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'ambiguous', 'refused')),
        not_before INTEGER,
        error TEXT,
        error_detail TEXT,
        attempts INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        owner TEXT
      , refusals INTEGER NOT NULL DEFAULT 0);
INSERT INTO "item" VALUES(1,'a','tweetie:reader','mark','7','liked',1,'mark:1:7','queued',NULL,NULL,NULL,0,0,NULL,0);
INSERT INTO "item" VALUES(2,'b','tweetie:reader','publish',NULL,NULL,NULL,NULL,'queued',NULL,NULL,NULL,0,1000,NULL,0);
CREATE INDEX waiting ON item (account, number);
CREATE UNIQUE INDEX writing ON draft (id) WHERE item IS NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('item',2);
COMMIT;
