package org.schurmpc.service.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.schurmpc.core.abort.BadFile;

/** One pass over an {@link AuditLog}, which checks its chain. */
final class AuditScan {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_LINE = 1 << 16;

  private final Path path;
  private final Optional<AuditLog.Head> kept;
  private AuditLog.Place place;
  private boolean met;
  private byte[] last = new byte[0]; // the last line, if it was not parsed
  private final SortedMap<Integer, AuditLog.Head> noted =
      new TreeMap<>(); // of other parties, from 1

  AuditScan(Path path, AuditLog.Place from, Optional<AuditLog.Head> kept) {
    this.path = path;
    this.kept = kept;
    this.place = from;
    this.met = kept.isEmpty() || kept.get().equals(from.head());
  }

  /**
   * Reads lines.
   *
   * @param end number of bytes of the file that are read
   * @param cancelled whether nobody wants to know any more
   * @return whether all of them were read
   */
  boolean run(long end, BooleanSupplier cancelled) throws IOException, BadFile {
    try (InputStream in = Files.newInputStream(path)) {
      in.skipNBytes(place.bytes());
      long left = end - place.bytes();
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      byte[] buffer = new byte[1 << 16];
      while (left > 0 && !cancelled.getAsBoolean()) {
        int n = in.read(buffer, 0, (int) Math.min(buffer.length, left));
        if (n < 0) {
          break;
        }
        left -= n;
        int from = 0;
        for (int i = 0; i < n; i++) {
          if (buffer[i] == '\n') {
            line.write(buffer, from, i - from);
            from = i + 1;
            line(line.toByteArray());
            line.reset();
          }
        }
        line.write(buffer, from, n - from);
        if (line.size() > MAX_LINE) {
          throw wrong("is too long");
        }
      }
    }
    requireJson(last, place.head().lines()); // there is none after it whose hash would tell
    return !cancelled.getAsBoolean();
  }

  private void line(byte[] line) throws BadFile {
    if (isUsual(line)) {
      last = line;
    } else {
      parse(line);
      last = new byte[0];
    }
    place = place.after(line);
    if (kept.isPresent() && kept.get().lines() == place.head().lines()) {
      if (!kept.get().equals(place.head())) {
        throw new BadFile(
            path + ": line " + place.head().lines() + " was changed: another hash was kept of it");
      }
      met = true;
    }
  }

  /** Returns whether a line is in the right place, as it was written, and of no further use. */
  private boolean isUsual(byte[] line) {
    String text = new String(line, StandardCharsets.ISO_8859_1);
    return text.startsWith("{\"line\":" + (place.head().lines() + 1) + ",")
        && text.endsWith(",\"before\":\"" + place.head().hash() + "\"}")
        && !text.contains(AuditLog.PEER);
  }

  private void parse(byte[] line) throws BadFile {
    JsonNode json = requireJson(line, place.head().lines() + 1);
    if (json.path("line").asLong(-1) != place.head().lines() + 1) {
      throw wrong("is missing, was moved or was changed");
    }
    if (!json.path("before").asText().equals(place.head().hash())) {
      throw wrong("does not follow the one before: that one was changed, or this one");
    }
    if (json.path("event").asText().equals(AuditLog.PEER) && !json.has("wrong")) {
      noted.put(
          json.path("party").asInt(),
          new AuditLog.Head(json.path("lines").asLong(), json.path("hash").asText()));
    }
  }

  private JsonNode requireJson(byte[] line, long number) throws BadFile {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new BadFile(path + ": line " + number + " was changed", e);
    }
  }

  private BadFile wrong(String what) {
    return new BadFile(path + ": line " + (place.head().lines() + 1) + " " + what);
  }

  void requireKept() throws BadFile {
    if (!met) {
      throw new BadFile(
          "%s has %d lines, and had %d: its end was cut off"
              .formatted(path, place.head().lines(), kept.orElseThrow().lines()));
    }
  }

  /** Returns how far the pass is. */
  AuditLog.Place place() {
    return place;
  }

  /** Returns the last heads that the log has of other parties' logs, by their numbers. */
  SortedMap<Integer, AuditLog.Head> noted() {
    return noted;
  }

  /** Returns whether the line that ends at a place has the hash of the place. */
  static boolean isThere(Path path, AuditLog.Place place) throws IOException {
    if (place.bytes() < 1 || !Files.exists(path) || Files.size(path) < place.bytes()) {
      return false;
    }
    byte[] before = new byte[(int) Math.min(place.bytes(), MAX_LINE + 2)];
    ByteBuffer buffer = ByteBuffer.wrap(before);
    try (FileChannel file = FileChannel.open(path)) {
      long from = place.bytes() - before.length;
      while (buffer.hasRemaining() && file.read(buffer, from + buffer.position()) >= 0) {
        // The file may have more.
      }
    }
    int begin = before.length - 1;
    while (begin > 0 && before[begin - 1] != '\n') {
      begin--;
    }
    byte[] line = Arrays.copyOfRange(before, begin, before.length - 1);
    return before[before.length - 1] == '\n'
        && AuditLog.Head.hash(line).equals(place.head().hash());
  }
}
