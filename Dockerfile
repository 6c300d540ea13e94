# Ballast as a container: no shell, no package manager, not root, and nothing to write but /data. See docs/self-hosting.md.
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/importers/package.json packages/importers/
COPY packages/quant/package.json packages/quant/
COPY server/package.json server/
COPY web/package.json web/

# What the browser loads.
FROM manifests AS build
RUN npm ci
COPY tsconfig.base.json ./
COPY packages packages
COPY scripts scripts
COPY web web
RUN node scripts/run.mjs build

# Node without the names of its inner functions, which only a debugger of Node itself reads.
FROM node:${NODE_VERSION}-bookworm-slim AS runtime
RUN apt-get update && apt-get install --yes --no-install-recommends binutils && strip /usr/local/bin/node

# What the server loads.
FROM manifests AS production
# Without what no server loads: sources, types, maps, builds for browsers, fonts of reports that are not written, and the
# recogniser's variants that are not used. Where a processor has SIMD, Node has relaxed SIMD, too.
RUN npm ci --omit=dev --workspace=@ballast/server \
  && find node_modules -type f -regex '.*\.\(map\|flow\|[cm]?ts\|tsbuildinfo\)' -delete \
  && find node_modules -type f -name '*.md' -not -iname '*licen[cs]e*' -delete \
  && find node_modules -type d \( -name test -o -name tests -o -name __tests__ -o -name docs -o -name examples -o -name .yarn \) \
    -prune -exec rm -rf {} + \
  && find node_modules/@fontsource -type f -not -name '*-latin-[46]00-normal.woff' -not -name package.json -not -name LICENSE -delete \
  && find node_modules/tesseract.js-core -type f \( -name '*.wasm.js' -o -name '*-lstm*' -o -name '*-simd*' \) -delete \
  && rm -rf node_modules/@tesseract.js-data/eng/4.0.0 node_modules/zlibjs node_modules/@electric-sql/pglite/dist/*.cjs \
    node_modules/@electric-sql/pglite/dist/*/*.cjs \
    node_modules/pdfjs-dist/build node_modules/pdfjs-dist/web node_modules/pdfjs-dist/legacy/web \
    node_modules/pdfjs-dist/legacy/image_decoders node_modules/pdfjs-dist/legacy/build/*.min.mjs \
    node_modules/pdfjs-dist/legacy/build/pdf.sandbox.mjs node_modules/fontkit/dist/browser* \
    node_modules/pdfkit/js/*browser* node_modules/pdfkit/js/*standalone* node_modules/pdfkit/js/*.old.js
COPY packages/contract/src packages/contract/src
COPY packages/importers/src packages/importers/src
COPY packages/quant/src packages/quant/src
COPY server/src server/src
RUN find server/src/database/migrations -name '*_snapshot.json' -delete
WORKDIR /data

FROM gcr.io/distroless/cc-debian12
COPY --from=runtime /usr/local/bin/node /usr/local/bin/node
COPY --from=production /app /app
COPY --from=build /app/web/dist /app/web/dist
COPY --from=production --chown=65532:65532 /data /data
COPY LICENSE /app/
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
USER 65532:65532
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["/usr/local/bin/node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/api/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/usr/local/bin/node", "--disable-proto=delete", "--max-semi-space-size=16", "server/src/main.ts"]
