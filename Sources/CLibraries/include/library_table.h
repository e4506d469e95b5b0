// The table of the system's libraries that are opened at run time, and of the programs that are
// started. The shims, `tweetie doctor`, messages about missing libraries, and `Scripts/package-deb`
// (for the package's dependencies) use this table.
//
// PART(need, name, sonames, Debian 12, Debian 13, Ubuntu 22.04, Ubuntu 24.04, Fedora, Arch,
//      openSUSE)
//
// - need: DEPENDS or RECOMMENDS, for the Debian package.
// - sonames: the file names to open, the preferred one first; empty for a program.
// - packages: the package to install; empty if the distribution has no usable version. Debian 13
//   and Ubuntu 24.04 have renamed some packages without changing the sonames.
PART(DEPENDS, "libcurl", "libcurl.so.4 libcurl-gnutls.so.4",
     "libcurl4", "libcurl4t64", "libcurl4", "libcurl4t64", "libcurl", "curl", "libcurl4")
PART(DEPENDS, "libcrypto", "libcrypto.so.3 libcrypto.so.4",
     "libssl3", "libssl3t64", "libssl3", "libssl3t64", "openssl-libs", "openssl", "libopenssl3")
PART(DEPENDS, "libexpat", "libexpat.so.1",
     "libexpat1", "libexpat1", "libexpat1", "libexpat1", "expat", "expat", "libexpat1")
PART(DEPENDS, "libchafa", "libchafa.so.0",
     "libchafa0", "libchafa0t64", "libchafa0", "libchafa0t64", "chafa-libs", "chafa", "libchafa0")
PART(DEPENDS, "libjpeg", "libjpeg.so.62 libjpeg.so.8",
     "libjpeg62-turbo", "libjpeg62-turbo", "libjpeg-turbo8", "libjpeg-turbo8", "libjpeg-turbo", "libjpeg-turbo", "libjpeg8")
PART(DEPENDS, "libpng", "libpng16.so.16",
     "libpng16-16", "libpng16-16t64", "libpng16-16", "libpng16-16t64", "libpng", "libpng", "libpng16-16")
PART(DEPENDS, "libwebp", "libwebp.so.7",
     "libwebp7", "libwebp7", "libwebp7", "libwebp7", "libwebp", "libwebp", "libwebp7")
PART(DEPENDS, "libwebpdemux", "libwebpdemux.so.2",
     "libwebpdemux2", "libwebpdemux2", "libwebpdemux2", "libwebpdemux2", "libwebp", "libwebp", "libwebpdemux2")
PART(DEPENDS, "giflib", "libgif.so.7",
     "libgif7", "libgif7", "libgif7", "libgif7", "giflib", "giflib", "libgif7")
PART(DEPENDS, "libavif", "libavif.so.16 libavif.so.15",
     "libavif15", "libavif16", "", "libavif16", "libavif", "libavif", "libavif16")
PART(DEPENDS, "libheif", "libheif.so.1",
     "libheif1", "libheif1", "libheif1", "libheif1", "libheif", "libheif", "libheif1")
PART(RECOMMENDS, "hunspell", "libhunspell-1.7.so.0 libhunspell-1.6.so.0 libhunspell-1.4.so.0",
     "libhunspell-1.7-0", "libhunspell-1.7-0", "libhunspell-1.7-0", "libhunspell-1.7-0", "hunspell", "hunspell", "libhunspell-1_7-0")
PART(RECOMMENDS, "mpv", "",
     "mpv", "mpv", "mpv", "mpv", "mpv", "mpv", "mpv")
