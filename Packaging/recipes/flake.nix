{
  description = "Tweetie: social streams, photos and feeds in the terminal";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      pkgs = nixpkgs.legacyPackages.x86_64-linux;
      # Nix has no common folder of libraries, so those that the program opens by name are listed
      # here.
      opened = with pkgs; [ curl openssl expat chafa libavif libheif hunspell ];
    in
    {
      packages.x86_64-linux.default = pkgs.stdenv.mkDerivation {
        pname = "tweetie";
        version = "@VERSION@";
        src = pkgs.fetchurl {
          url = "@URL@/tweetie-@VERSION@-linux-x86_64.tar.xz";
          sha256 = "@SHA256_BINARY@";
        };
        nativeBuildInputs = [ pkgs.autoPatchelfHook pkgs.makeWrapper ];
        dontStrip = true;
        installPhase = ''
          mkdir -p $out
          cp -R bin lib libexec share $out/
          substituteInPlace $out/lib/systemd/user/tweetie-fetch.service --replace-fail "@""PREFIX@" $out
          wrapProgram $out/bin/tweetie \
            --suffix LD_LIBRARY_PATH : ${pkgs.lib.makeLibraryPath opened} \
            --set-default SSL_CERT_FILE ${pkgs.cacert}/etc/ssl/certs/ca-bundle.crt
          # The wrapped program is in the same folder, and finds its other files from there.
        '';
        meta = {
          description = "Social streams, photos and feeds in the terminal";
          license = pkgs.lib.licenses.mit;
          mainProgram = "tweetie";
          platforms = [ "x86_64-linux" ];
        };
      };
    };
}
