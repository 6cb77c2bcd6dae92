# The table as an image: docker build --tag rivertable .
# Two stages: the first builds the browser client and the wheel, the second holds what runs, and no tool to build with.

FROM node:22-slim AS pages
WORKDIR /source/client
COPY client/package.json client/package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY client/ ./
RUN npm run build

FROM python:3.13-slim AS wheel
WORKDIR /source
COPY pyproject.toml README.md LICENSE hatch_build.py requirements-play.lock ./
COPY tools/setting_up/ tools/setting_up/
COPY src/ src/
COPY --from=pages /source/src/rivertable/table/static/ src/rivertable/table/static/
# The versions of the lock: as constraints they need no hash of our own wheel.
RUN sed -n '/^[A-Za-z0-9]/s/ *\\$//p' requirements-play.lock > constraints.txt \
 && python -m venv /opt/rivertable \
 && /opt/rivertable/bin/pip install --no-cache-dir --constraint constraints.txt .

FROM python:3.13-slim
RUN useradd --system --uid 10001 --create-home --home-dir /var/lib/rivertable river \
 && mkdir --parents /data /var/cache/rivertable \
 && chown river: /data /var/cache/rivertable
COPY --from=wheel /opt/rivertable /opt/rivertable
ENV PATH=/opt/rivertable/bin:$PATH PYTHONUNBUFFERED=1 RIVERTABLE_CACHE=/var/cache/rivertable
USER 10001
# Compiled for the processor that builds; another one compiles anew at its first start, within the start period below.
RUN rivertable compile
VOLUME ["/data", "/var/cache/rivertable", "/var/lib/rivertable"]
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --retries=3 --start-period=300s --start-interval=1s \
  CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["rivertable"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000", "--data", "/data", "--no-browser", "--log", "info"]
