class Tweetie < Formula
  desc "Social streams, photos and feeds in the terminal"
  homepage "@URL@"
  url "@URL@/tweetie-@VERSION@-linux-x86_64.tar.xz"
  version "@VERSION@"
  sha256 "@SHA256_BINARY@"
  license "MIT"

  depends_on "chafa"
  depends_on "curl"
  depends_on "expat"
  depends_on :linux
  depends_on "openssl@3"
  depends_on arch: :x86_64

  def install
    system "./install.sh", "--prefix", libexec
    # The program opens libraries by name; those of Homebrew are in its own folder.
    (bin/"tweetie").write_env_script libexec/"bin/tweetie", LD_LIBRARY_PATH: "#{HOMEBREW_PREFIX}/lib:$LD_LIBRARY_PATH"
    man1.install_symlink libexec/"share/man/man1/tweetie.1"
    bash_completion.install_symlink libexec/"share/bash-completion/completions/tweetie"
    zsh_completion.install_symlink libexec/"share/zsh/site-functions/_tweetie"
    fish_completion.install_symlink libexec/"share/fish/vendor_completions.d/tweetie.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/tweetie --version")
    assert_match "Signed in", pipe_output("#{bin}/tweetie login tweetie --user tweetieuser --password-stdin", "tweetie123")
    refute_empty shell_output("#{bin}/tweetie feed -n 3")
  end
end
