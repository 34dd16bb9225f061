# Sourced. debian_package NAME: install it where we are root and have apt, else say which one is missing.
debian_package() {
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        echo "Installing the Debian package $1"
        apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1" >/dev/null
    else
        echo "The package $1 is missing: as root, apt-get install $1" >&2
        return 1
    fi
}
