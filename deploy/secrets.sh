#!/bin/sh
# sh deploy/secrets.sh [FOLDER]: writes what compose.yaml needs into the folder where it stands: passwords into secrets/
# and .env, which says what runs beside Rondo. What is there already stays as it is.
set -eu
cd "${1:-$(dirname "$0")/..}"
umask 077
mkdir -p secrets

random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
secret() { [ -s "secrets/$1" ] || printf '%s\n' "$2" > "secrets/$1"; }
read_secret() { cat "secrets/$1"; }

secret postgres_password "$(random)"
secret database_url "postgres://rondo:$(read_secret postgres_password)@postgres:5432/rondo"
secret redis_password "$(random)"
secret redis_url "redis://default:$(read_secret redis_password)@redis:6379"
secret redis_settings "requirepass $(read_secret redis_password)
save \"\"
appendonly no"
secret s3_access_key_id "rondo"
secret s3_secret_access_key "$(random)"
secret s3_identities "{ \"identities\": [{ \"name\": \"rondo\", \"actions\": [\"Admin\"], \"credentials\": [{
  \"accessKey\": \"$(read_secret s3_access_key_id)\", \"secretKey\": \"$(read_secret s3_secret_access_key)\" }] }] }"
# The accounts inside the containers read these files. The folder is closed to all other accounts of this machine.
chmod 644 secrets/*

[ -e .env ] || cat > .env <<'SETTINGS'
# What runs beside Rondo. For less take a name out here, and the lines of it below.
COMPOSE_PROFILES=postgres,redis,s3
DATABASE_URL_FILE=/run/secrets/database_url
REDIS_URL_FILE=/run/secrets/redis_url
S3_BUCKET=rondo
S3_ENDPOINT=http://s3:8333
S3_FORCE_PATH_STYLE=on
S3_ACCESS_KEY_ID_FILE=/run/secrets/s3_access_key_id
S3_SECRET_ACCESS_KEY_FILE=/run/secrets/s3_secret_access_key

# Settings of Rondo: docs/operations.md
# PUBLIC_URL=https://rondo.example
# TRUST_PROXY=1
SETTINGS
