extension DatabaseSchema {
  /// The schema of the cache database, which contains streams, posts, people and reading positions.
  static let cache = DatabaseSchema(
    applicationID: 0x5477_4361,  // "TwCa"
    migrations: [
      """
      CREATE TABLE account (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        last_feed INTEGER
      );

      -- A post's row id is the moment it was written, in milliseconds, times 2^20, plus a number
      -- that tells those of one moment apart: neighbours in time are neighbours in the file, and
      -- the full-text index returns the newest first without sorting.
      CREATE TABLE post (
        id INTEGER PRIMARY KEY,
        account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
        key TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        reply_to TEXT,
        replies INTEGER NOT NULL,
        boosts INTEGER NOT NULL,
        likes INTEGER NOT NULL,
        own INTEGER NOT NULL,
        record BLOB NOT NULL,
        UNIQUE (account, key)
      );
      CREATE INDEX answer ON post (account, reply_to) WHERE reply_to IS NOT NULL;

      CREATE TABLE person (
        account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
        key TEXT NOT NULL,
        record BLOB NOT NULL,
        PRIMARY KEY (account, key)
      ) WITHOUT ROWID;

      CREATE TABLE feed (
        id INTEGER PRIMARY KEY,
        account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
        key TEXT NOT NULL,
        label TEXT NOT NULL,
        fetched_at INTEGER,
        older TEXT,
        place TEXT,
        place_position INTEGER,
        place_row INTEGER,
        last_read TEXT,
        last_read_position INTEGER,
        gaps INTEGER NOT NULL DEFAULT 0,
        UNIQUE (account, key)
      );

      -- A row is an entry or a gap. Positions grow downwards, with room between them. `older` is
      -- the service's word for what comes right below: of every gap, and of the last entry of
      -- each page.
      CREATE TABLE feed_row (
        feed INTEGER NOT NULL REFERENCES feed ON DELETE CASCADE,
        position INTEGER NOT NULL,
        entry TEXT,
        post INTEGER REFERENCES post ON DELETE CASCADE,
        booster BLOB,
        gap INTEGER,
        older TEXT,
        PRIMARY KEY (feed, position),
        CHECK ((entry IS NULL) = (post IS NULL) AND (entry IS NULL) = (gap IS NOT NULL))
      ) WITHOUT ROWID;
      CREATE UNIQUE INDEX entry ON feed_row (feed, entry) WHERE entry IS NOT NULL;
      CREATE UNIQUE INDEX gap ON feed_row (feed, gap) WHERE gap IS NOT NULL;
      CREATE INDEX appearance ON feed_row (post) WHERE post IS NOT NULL;

      -- Only an index: the words themselves are in the posts' records.
      CREATE VIRTUAL TABLE words USING fts5 (
        text, content = '', columnsize = 0,
        tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co Mc So'"
      );
      -- Merging is done while nobody waits, see Trimming.
      INSERT INTO words (words, rank) VALUES ('automerge', 0);
      """,
      """
      -- How the reader wants the stream laid out.
      ALTER TABLE feed ADD COLUMN arrangement TEXT;
      """,
      """
      -- Which streams the reader wants as tabs: a key a line, with what is only shown after a tab.
      ALTER TABLE account ADD COLUMN tabs TEXT;
      """,
      """
      -- What happened to the reader, the latest with the lowest place, and what they searched for.
      CREATE TABLE notice (
        account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
        place INTEGER NOT NULL,
        record BLOB NOT NULL,
        PRIMARY KEY (account, place)
      ) WITHOUT ROWID;
      ALTER TABLE account ADD COLUMN notices_read INTEGER;

      CREATE TABLE search (
        account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
        words TEXT NOT NULL,
        searched_at INTEGER NOT NULL,
        PRIMARY KEY (account, words)
      ) WITHOUT ROWID;
      """,
      """
      -- How many answers a post had when its conversation was fetched; NULL where that never was.
      ALTER TABLE post ADD COLUMN told_replies INTEGER;
      """,
      """
      -- Whether an entry was seen by itself, above what was read so far.
      ALTER TABLE feed_row ADD COLUMN seen INTEGER;
      """,
      """
      -- From which post on the index holds marks besides words, see SearchMarks: what is held already
      -- is given them while nobody waits.
      CREATE TABLE word_index (marked_from INTEGER NOT NULL);
      INSERT INTO word_index SELECT coalesce(max(id) + 1, -9223372036854775808) FROM post;
      """,
      """
      -- What the reader has as columns beside what they read, from the left.
      CREATE TABLE deck_column (
        place INTEGER PRIMARY KEY,
        account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
        key TEXT NOT NULL,
        label TEXT NOT NULL
      );
      """,
      """
      -- Where a row of a home stands among those of all homes: the moment it came up, in
      -- milliseconds and negated, so that it grows downwards as positions do. When something was
      -- boosted nobody tells: that, and a gap, stand at what follows them.
      ALTER TABLE feed_row ADD COLUMN moment INTEGER;
      UPDATE feed_row SET moment = -(post >> 20)
        WHERE post IS NOT NULL AND booster IS NULL
          AND feed IN (SELECT id FROM feed WHERE key = 'home');
      UPDATE feed_row SET moment = (
          SELECT lower.moment FROM feed_row AS lower
          WHERE lower.feed = feed_row.feed AND lower.position > feed_row.position
            AND lower.moment IS NOT NULL
          ORDER BY lower.position LIMIT 1)
        WHERE moment IS NULL AND feed IN (SELECT id FROM feed WHERE key = 'home');
      UPDATE feed_row SET moment = coalesce((
          SELECT upper.moment FROM feed_row AS upper
          WHERE upper.feed = feed_row.feed AND upper.position < feed_row.position
            AND upper.moment IS NOT NULL
          ORDER BY upper.position DESC LIMIT 1), 0)
        WHERE moment IS NULL AND feed IN (SELECT id FROM feed WHERE key = 'home');
      CREATE INDEX moment ON feed_row (moment, feed, position) WHERE moment IS NOT NULL;

      -- What is the same for a post whoever sees it, see PostAddress: what is held already is given
      -- it while nobody waits, down from the post noted below.
      ALTER TABLE post ADD COLUMN address INTEGER;
      CREATE INDEX address ON post (address) WHERE address IS NOT NULL;

      -- Where the reader is in the stream of all homes, and how they want it laid out.
      CREATE TABLE everything (
        place TEXT,
        place_moment INTEGER,
        place_row INTEGER,
        arrangement TEXT,
        addressed_from INTEGER NOT NULL
      );
      INSERT INTO everything (addressed_from)
        SELECT coalesce(max(id) + 1, -9223372036854775808) FROM post;
      """,
      """
      -- In which order the reader catches up; NULL where they never chose one.
      ALTER TABLE account ADD COLUMN catch_up_order TEXT;
      """,
      """
      -- A stream with posts whose records an earlier version wrote is fetched again.
      CREATE TEMP TABLE stale AS SELECT DISTINCT feed_row.feed AS feed
        FROM feed_row JOIN post ON post.id = feed_row.post
        WHERE substr(post.record, 1, 1) <> x'0c';
      DELETE FROM feed_row WHERE feed IN (SELECT feed FROM stale);
      UPDATE feed SET fetched_at = NULL, older = NULL, gaps = 0 WHERE id IN (SELECT feed FROM stale);
      DROP TABLE stale;
      """,
      """
      -- For accounts with a read state for each entry: 1 for an unread row, 0 for one that was read
      -- since the view of unread rows was opened, else NULL. What web feeds showed below the mark of
      -- what was read is read: the mark 64 of a post.
      ALTER TABLE feed_row ADD COLUMN unread INTEGER;
      ALTER TABLE feed ADD COLUMN shows_unread INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE everything ADD COLUMN shows_unread INTEGER NOT NULL DEFAULT 0;
      UPDATE post SET own = own | 64
        WHERE account IN (SELECT id FROM account WHERE key LIKE 'rss:%') AND id IN (
          SELECT feed_row.post FROM feed_row JOIN feed ON feed.id = feed_row.feed
          WHERE feed_row.post IS NOT NULL
            AND (feed_row.seen IS NOT NULL OR feed_row.position >= feed.last_read_position));
      UPDATE feed_row SET unread = 1 WHERE post IN (
        SELECT id FROM post
        WHERE own & 64 = 0 AND account IN (SELECT id FROM account WHERE key LIKE 'rss:%'));
      CREATE INDEX unread_row ON feed_row (feed, position) WHERE unread IS NOT NULL;
      """,
      """
      -- For the unread rows of several feeds in one order.
      CREATE INDEX unread_moment ON feed_row (feed, moment, position)
        WHERE unread IS NOT NULL AND moment IS NOT NULL;
      """,
      """
      -- For accounts without a read state for each entry: the position of the newest read row when
      -- the filter for unread rows was set. Rows read since then stay visible.
      ALTER TABLE feed ADD COLUMN unread_until INTEGER;
      """,
    ])
}
