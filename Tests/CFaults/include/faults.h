// Loaded into a program before its own libraries, this makes the disk fail under its outbox.
//
// TWEETIE_FAULT=sync:3   the third time something is brought to the disk fails, once
// TWEETIE_FAULT=full     nothing fits any more, until a ballast file is removed
