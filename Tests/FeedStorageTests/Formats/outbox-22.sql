PRAGMA application_id = 1417105269;
PRAGMA user_version = 22;
BEGIN TRANSACTION;
CREATE TABLE alert_time (
        account TEXT NOT NULL,
        person TEXT NOT NULL,
        handle TEXT NOT NULL,
        ends_at INTEGER NOT NULL,
        PRIMARY KEY (account, person)
      ) WITHOUT ROWID;
CREATE TABLE "attachment" (
        draft INTEGER NOT NULL REFERENCES "draft" ON DELETE CASCADE,
        place INTEGER NOT NULL,
        path TEXT NOT NULL,
        alt_text TEXT NOT NULL,
        uploaded TEXT,
        PRIMARY KEY (draft, place)
      ) WITHOUT ROWID;
INSERT INTO "attachment" VALUES(1,0,'/a','A field',NULL);
CREATE TABLE bookmark_tag (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        account TEXT NOT NULL,
        post TEXT NOT NULL,
        tag TEXT NOT NULL,
        UNIQUE (account, post, tag)
      );
CREATE TABLE chapter (
        episode INTEGER NOT NULL REFERENCES episode ON DELETE CASCADE,
        place INTEGER NOT NULL,
        start INTEGER NOT NULL,
        title TEXT NOT NULL,
        PRIMARY KEY (episode, place)
      ) WITHOUT ROWID;
CREATE TABLE "choice" (
        draft INTEGER NOT NULL REFERENCES "draft" ON DELETE CASCADE,
        place INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (draft, place)
      ) WITHOUT ROWID;
CREATE TABLE "draft" (
        number INTEGER PRIMARY KEY,
        item INTEGER UNIQUE REFERENCES "item" ON DELETE CASCADE,
        id TEXT NOT NULL,
        account TEXT NOT NULL,
        text TEXT NOT NULL,
        warning TEXT,
        visibility TEXT NOT NULL,
        reply_to TEXT,
        quoting TEXT,
        saved_at INTEGER NOT NULL,
        editing TEXT,
        is_sensitive INTEGER NOT NULL DEFAULT 0,
        poll_lasts INTEGER,
        poll_allows_several INTEGER NOT NULL DEFAULT 0,
        language TEXT,
        quoters TEXT,
        posts_at INTEGER,
        head INTEGER REFERENCES "draft" ON DELETE CASCADE,
        place INTEGER,
        preceding INTEGER NOT NULL DEFAULT 0
      , said TEXT, replaces TEXT);
INSERT INTO "draft" VALUES(1,2,'b','tweetie:reader','Rye, 25 °C',NULL,'mentioned',NULL,NULL,1000,NULL,0,NULL,0,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "draft" VALUES(2,NULL,'c','tweetie:reader','Spelt, not finished',NULL,'everybody',NULL,NULL,2000,NULL,0,NULL,0,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL);
CREATE TABLE draft_version (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        account TEXT NOT NULL,
        draft TEXT NOT NULL,
        text TEXT NOT NULL,
        replaced_at INTEGER NOT NULL
      );
CREATE TABLE entry (
        number INTEGER PRIMARY KEY,
        account TEXT NOT NULL,
        post TEXT NOT NULL,
        source TEXT NOT NULL,
        written_at INTEGER NOT NULL,
        is_read INTEGER NOT NULL,
        changed_at INTEGER,
        UNIQUE (account, post)
      );
CREATE TABLE episode (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        account TEXT NOT NULL,
        post TEXT NOT NULL,
        feed TEXT NOT NULL,
        title TEXT NOT NULL,
        show TEXT NOT NULL,
        address TEXT NOT NULL,
        is_film INTEGER NOT NULL,
        page TEXT,
        created_at INTEGER NOT NULL,
        seconds INTEGER,
        chapter_file TEXT,
        transcript TEXT,
        position INTEGER NOT NULL,
        is_played INTEGER NOT NULL,
        UNIQUE (account, post)
      );
CREATE TABLE feed_list_order (
        account TEXT NOT NULL PRIMARY KEY,
        name TEXT NOT NULL
      ) WITHOUT ROWID;
CREATE TABLE "item" (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        account TEXT NOT NULL,
        kind TEXT NOT NULL,
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
        owner TEXT,
        refusals INTEGER NOT NULL DEFAULT 0
      , said TEXT, first_sent_at INTEGER, last_sent_at INTEGER, is_asked INTEGER NOT NULL DEFAULT 0);
INSERT INTO "item" VALUES(1,'a','tweetie:reader','mark','7','liked',1,'mark:1:7','queued',NULL,NULL,NULL,0,0,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "item" VALUES(2,'b','tweetie:reader','publish',NULL,NULL,NULL,NULL,'queued',NULL,NULL,NULL,0,1000,NULL,0,NULL,NULL,NULL,0);
CREATE TABLE known_post (
        item INTEGER NOT NULL REFERENCES item ON DELETE CASCADE,
        post TEXT NOT NULL,
        PRIMARY KEY (item, post)
      ) WITHOUT ROWID;
CREATE TABLE marked_entry (
        account TEXT NOT NULL,
        post TEXT NOT NULL,
        is_read INTEGER NOT NULL,
        PRIMARY KEY (account, post)
      ) WITHOUT ROWID;
CREATE TABLE open_folder (
        account TEXT NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (account, name)
      ) WITHOUT ROWID;
CREATE TABLE published (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        account TEXT NOT NULL,
        post TEXT NOT NULL,
        item TEXT NOT NULL,
        UNIQUE (account, post)
      );
CREATE INDEX waiting ON item (account, number);
CREATE UNIQUE INDEX writing ON draft (id) WHERE item IS NULL AND head IS NULL;
CREATE INDEX version_draft ON draft_version (draft, number);
CREATE INDEX thread ON draft (head, place) WHERE head IS NOT NULL;
CREATE INDEX entry_source ON entry (account, source);
CREATE INDEX unread_entry ON entry (account, source, written_at) WHERE is_read = 0;
CREATE INDEX item_subject ON item (account, subject) WHERE subject IS NOT NULL;
CREATE INDEX sent_item ON item (account) WHERE state = 'sending';
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('item',2);
COMMIT;
