extension DatabaseSchema {
  /// The schema of the outbox's database, which contains drafts, unsent changes, read states and
  /// podcasts in a form that other programs can read.
  static let outbox = DatabaseSchema(
    applicationID: 0x5477_4f75,  // "TwOu"
    migrations: [
      """
      -- The order of the numbers is the order of sending; none is ever used again.
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
      );
      CREATE INDEX waiting ON item (account, number);

      -- What is being written, and what was written and waits: the latter belongs to an item.
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
      );
      CREATE UNIQUE INDEX writing ON draft (id) WHERE item IS NULL;

      CREATE TABLE attachment (
        draft INTEGER NOT NULL REFERENCES draft ON DELETE CASCADE,
        place INTEGER NOT NULL,
        path TEXT NOT NULL,
        alt_text TEXT NOT NULL,
        uploaded TEXT,
        PRIMARY KEY (draft, place)
      ) WITHOUT ROWID;
      """,
      """
      -- The post of one's own that a draft takes the place of.
      ALTER TABLE draft ADD COLUMN editing TEXT;
      """,
      """
      -- Whether a draft's pictures are covered.
      ALTER TABLE draft ADD COLUMN is_sensitive INTEGER NOT NULL DEFAULT 0;
      """,
      """
      -- How often the service said no for good.
      ALTER TABLE item ADD COLUMN refusals INTEGER NOT NULL DEFAULT 0;
      """,
      """
      -- The poll that goes with a draft: for how many seconds it is open, and its answers.
      ALTER TABLE draft ADD COLUMN poll_lasts INTEGER;
      ALTER TABLE draft ADD COLUMN poll_allows_several INTEGER NOT NULL DEFAULT 0;
      CREATE TABLE choice (
        draft INTEGER NOT NULL REFERENCES draft ON DELETE CASCADE,
        place INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (draft, place)
      ) WITHOUT ROWID;
      """,
      """
      -- The language a draft is in, and who may quote it.
      ALTER TABLE draft ADD COLUMN language TEXT;
      ALTER TABLE draft ADD COLUMN quoters TEXT;
      """,
      """
      -- When the service is to post a draft.
      ALTER TABLE draft ADD COLUMN posts_at INTEGER;
      """,
      """
      -- The first post of the thread that a draft follows in, and where; how many went out before it.
      ALTER TABLE draft ADD COLUMN head INTEGER REFERENCES draft ON DELETE CASCADE;
      ALTER TABLE draft ADD COLUMN place INTEGER;
      ALTER TABLE draft ADD COLUMN preceding INTEGER NOT NULL DEFAULT 0;
      DROP INDEX writing;
      CREATE UNIQUE INDEX writing ON draft (id) WHERE item IS NULL AND head IS NULL;
      CREATE INDEX thread ON draft (head, place) WHERE head IS NOT NULL;
      """,
      """
      -- Which kinds there are is the program's business from here on. A constraint goes only with its
      -- table, and a table takes with it what refers to it: those are made anew first, and all of it
      -- is copied before anything goes.
      CREATE TABLE new_item (
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
      );
      INSERT INTO new_item SELECT number, id, account, kind, target, marks, is_done, subject, state,
        not_before, error, error_detail, attempts, created_at, owner, refusals FROM item;
      DELETE FROM sqlite_sequence WHERE name = 'new_item';
      INSERT INTO sqlite_sequence (name, seq)
        SELECT 'new_item', seq FROM sqlite_sequence WHERE name = 'item';

      CREATE TABLE new_draft (
        number INTEGER PRIMARY KEY,
        item INTEGER UNIQUE REFERENCES new_item ON DELETE CASCADE,
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
        head INTEGER REFERENCES new_draft ON DELETE CASCADE,
        place INTEGER,
        preceding INTEGER NOT NULL DEFAULT 0
      );
      INSERT INTO new_draft SELECT number, item, id, account, text, warning, visibility, reply_to,
        quoting, saved_at, editing, is_sensitive, poll_lasts, poll_allows_several, language, quoters,
        posts_at, head, place, preceding FROM draft;

      CREATE TABLE new_attachment (
        draft INTEGER NOT NULL REFERENCES new_draft ON DELETE CASCADE,
        place INTEGER NOT NULL,
        path TEXT NOT NULL,
        alt_text TEXT NOT NULL,
        uploaded TEXT,
        PRIMARY KEY (draft, place)
      ) WITHOUT ROWID;
      INSERT INTO new_attachment SELECT draft, place, path, alt_text, uploaded FROM attachment;
      CREATE TABLE new_choice (
        draft INTEGER NOT NULL REFERENCES new_draft ON DELETE CASCADE,
        place INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (draft, place)
      ) WITHOUT ROWID;
      INSERT INTO new_choice SELECT draft, place, text FROM choice;

      DROP TABLE attachment;
      DROP TABLE choice;
      DROP TABLE draft;
      DROP TABLE item;
      ALTER TABLE new_item RENAME TO item;
      ALTER TABLE new_draft RENAME TO draft;
      ALTER TABLE new_attachment RENAME TO attachment;
      ALTER TABLE new_choice RENAME TO choice;
      CREATE INDEX waiting ON item (account, number);
      CREATE UNIQUE INDEX writing ON draft (id) WHERE item IS NULL AND head IS NULL;
      CREATE INDEX thread ON draft (head, place) WHERE head IS NOT NULL;
      """,
      """
      -- What is said with an act, as a note or why somebody is reported.
      ALTER TABLE item ADD COLUMN said TEXT;
      """,
      """
      -- What else is said about a draft, as its licence or who may answer it.
      ALTER TABLE draft ADD COLUMN said TEXT;
      """,
      """
      -- When the first and the last try of something that must happen once were sent, any of which may
      -- have arrived, and whether the person was asked since. Earlier versions did not note it.
      ALTER TABLE item ADD COLUMN first_sent_at INTEGER;
      ALTER TABLE item ADD COLUMN last_sent_at INTEGER;
      ALTER TABLE item ADD COLUMN is_asked INTEGER NOT NULL DEFAULT 0;
      UPDATE item SET first_sent_at = created_at, last_sent_at = created_at
        WHERE attempts > 0 AND kind IN ('publish', 'message', 'publish-media');
      -- The author's posts that were known before the first try.
      CREATE TABLE known_post (
        item INTEGER NOT NULL REFERENCES item ON DELETE CASCADE,
        post TEXT NOT NULL,
        PRIMARY KEY (item, post)
      ) WITHOUT ROWID;
      -- Which post came of which item: each answers for one.
      CREATE TABLE published (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        account TEXT NOT NULL,
        post TEXT NOT NULL,
        item TEXT NOT NULL,
        UNIQUE (account, post)
      );
      """,
      """
      -- The known entries of feeds, with the time of the reader's last change of their read state;
      -- NULL where the reader never changed it.
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
      CREATE INDEX entry_source ON entry (account, source);
      CREATE INDEX unread_entry ON entry (account, source, written_at) WHERE is_read = 0;
      """,
      """
      -- The folders of web feeds that are open in the list of feeds.
      CREATE TABLE open_folder (
        account TEXT NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (account, name)
      ) WITHOUT ROWID;
      """,
      """
      -- The queue of podcasts, with the place in seconds at which playing stopped.
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
      CREATE TABLE chapter (
        episode INTEGER NOT NULL REFERENCES episode ON DELETE CASCADE,
        place INTEGER NOT NULL,
        start INTEGER NOT NULL,
        title TEXT NOT NULL,
        PRIMARY KEY (episode, place)
      ) WITHOUT ROWID;
      """,
      """
      -- The entries of feeds that the last command of the command line marked, to be undone.
      CREATE TABLE marked_entry (
        account TEXT NOT NULL,
        post TEXT NOT NULL,
        is_read INTEGER NOT NULL,
        PRIMARY KEY (account, post)
      ) WITHOUT ROWID;
      """,
      """
      -- Earlier texts of a draft, which goes on being written.
      CREATE TABLE draft_version (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        account TEXT NOT NULL,
        draft TEXT NOT NULL,
        text TEXT NOT NULL,
        replaced_at INTEGER NOT NULL
      );
      CREATE INDEX version_draft ON draft_version (draft, number);
      """,
      """
      -- The reader's own tags of bookmarks.
      CREATE TABLE bookmark_tag (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        account TEXT NOT NULL,
        post TEXT NOT NULL,
        tag TEXT NOT NULL,
        UNIQUE (account, post, tag)
      );
      """,
      """
      -- When alerts for a person's posts end.
      CREATE TABLE alert_time (
        account TEXT NOT NULL,
        person TEXT NOT NULL,
        handle TEXT NOT NULL,
        ends_at INTEGER NOT NULL,
        PRIMARY KEY (account, person)
      ) WITHOUT ROWID;
      """,
      """
      -- The post of one's own that is deleted before a draft is published in its place.
      ALTER TABLE draft ADD COLUMN replaces TEXT;
      """,
      """
      -- Among thousands of changes that wait, the ones about a post and the one being sent are found
      -- at once.
      CREATE INDEX item_subject ON item (account, subject) WHERE subject IS NOT NULL;
      CREATE INDEX sent_item ON item (account) WHERE state = 'sending';
      """,
      """
      -- The order of the list of web feeds that the reader chose.
      CREATE TABLE feed_list_order (
        account TEXT NOT NULL PRIMARY KEY,
        name TEXT NOT NULL
      ) WITHOUT ROWID;
      """,
    ])
}
