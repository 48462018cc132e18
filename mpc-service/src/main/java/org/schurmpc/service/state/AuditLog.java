package org.schurmpc.service.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.FieldHash;

/**
 * Says who asked for what and when, and what became of it: lines of JSON, each with its number and
 * the hash of the line before. A changed, missing or moved line is found by {@link #verify}; a cut
 * tail by the {@link Head}, which others keep. No value, share or key is ever in it.
 *
 * <p>Safe for use by several threads; one thread of its own writes.
 */
public final class AuditLog implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The event of a head that a peer has said. */
  static final String PEER = "peer's audit log";

  private static final int MAX_LINE = 1 << 16;
  private static final int MAX_WAITING = 100_000;
  private static final long CLOSE_SECONDS = 60;

  private final FileChannel file;
  private final ExecutorService writer =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(MAX_WAITING),
          task -> {
            Thread thread = new Thread(task, "audit log");
            thread.setDaemon(true);
            return thread;
          });

  private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();
  private volatile Head head;
  private volatile boolean broken;

  private record Waiting(
      long time, String event, Map<String, String> details, CompletableFuture<Void> done) {}

  /**
   * How far a log is.
   *
   * @param lines number of lines
   * @param hash of the last line, 64 hex digits
   */
  public record Head(long lines, String hash) {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,18}):([0-9a-f]{64})");

    /**
     * Parses a head as {@link #toString} writes it.
     *
     * @throws Refused if the text is no head
     */
    public static Head parse(String text) throws Refused {
      Matcher form = FORM.matcher(text);
      if (!form.matches()) {
        throw new Refused(
            "a head of an audit log is a number of lines, a colon and 64 hex digits, and not '"
                + text
                + "'");
      }
      return new Head(Long.parseLong(form.group(1)), form.group(2));
    }

    @Override
    public String toString() {
      return lines + ":" + hash;
    }

    /** The head of an empty log. */
    public static final Head START = new Head(0, "0".repeat(2 * FieldHash.BYTES));

    /** Returns the entry of a journal that keeps this head. */
    String entry() {
      return "audit " + lines + " " + hash;
    }

    private Head after(byte[] line) {
      return new Head(
          lines + 1, HexFormat.of().formatHex(new FieldHash("audit line").add(line).digest()));
    }
  }

  private AuditLog(FileChannel file, Head head) {
    this.file = file;
    this.head = head;
  }

  /**
   * Opens a log, or creates an empty one. A last line without an end, which nobody has acted on, is
   * cut off.
   *
   * @param kept a head that was kept elsewhere: the log must go on from it
   * @throws BadFile naming the first line that was changed, is missing or was moved, or the lines
   *     that were cut off
   */
  public static AuditLog open(Path path, Optional<Head> kept) throws BadFile {
    try {
      Scan scan = new Scan(path, kept);
      if (Files.exists(path)) {
        scan.run();
      }
      scan.requireKept();
      FileChannel file =
          FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      file.truncate(scan.end);
      file.position(scan.end);
      return new AuditLog(file, scan.head);
    } catch (IOException e) {
      throw new BadFile("cannot open the audit log " + path + ": " + e.getMessage(), e);
    }
  }

  /**
   * Checks the chain of a log.
   *
   * @param kept a head that was kept elsewhere
   * @return how far the log is
   * @throws BadFile naming the first line that was changed, is missing or was moved, or the lines
   *     that were cut off
   */
  public static Head verify(Path path, Optional<Head> kept) throws BadFile {
    try {
      Scan scan = new Scan(path, kept);
      scan.run();
      scan.requireKept();
      if (scan.end != Files.size(path)) {
        throw new BadFile(path + " ends in the middle of a line");
      }
      return scan.head;
    } catch (NoSuchFileException e) {
      throw new BadFile(path + " does not exist", e);
    } catch (IOException e) {
      throw new BadFile("cannot read the audit log " + path + ": " + e.getMessage(), e);
    }
  }

  /**
   * Returns the last head that another party's log has noted of a party's log.
   *
   * @param peer the other party's log, whose chain is checked
   * @param party the number of the party, from 1; empty if the log has heads of one party alone
   * @throws BadFile if the other log is wrong, or has no such head
   */
  public static Head head(Path peer, OptionalInt party) throws BadFile {
    try {
      Scan scan = new Scan(peer, Optional.empty());
      scan.run();
      if (party.isEmpty() && scan.noted.size() > 1) {
        throw new BadFile(
            "%s has heads of the audit logs of parties %s: say of which one"
                .formatted(peer, scan.noted.keySet()));
      }
      Head head =
          party.isPresent()
              ? scan.noted.get(party.getAsInt())
              : scan.noted.values().stream().findFirst().orElse(null);
      if (head == null) {
        throw new BadFile(
            peer
                + " has no head of the audit log of "
                + (party.isPresent() ? "party " + party.getAsInt() : "another party"));
      }
      return head;
    } catch (IOException e) {
      throw new BadFile("cannot read the audit log " + peer + ": " + e.getMessage(), e);
    }
  }

  /** One pass over a log. */
  private static final class Scan {
    private final Path path;
    private final Optional<Head> kept;
    private Head head = Head.START;
    private long end;
    private boolean met;
    private final SortedMap<Integer, Head> noted = new TreeMap<>(); // of other parties, from 1

    Scan(Path path, Optional<Head> kept) {
      this.path = path;
      this.kept = kept;
      this.met = kept.isEmpty() || kept.get().equals(Head.START);
    }

    void run() throws IOException, BadFile {
      try (InputStream in = Files.newInputStream(path)) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        byte[] buffer = new byte[1 << 16];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
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
    }

    private void line(byte[] line) throws BadFile {
      JsonNode json;
      try {
        json = JSON.readTree(line);
      } catch (IOException e) {
        throw new BadFile(wrong("was changed").getMessage(), e);
      }
      if (json == null || json.path("line").asLong(-1) != head.lines + 1) {
        throw wrong("is missing, was moved or was changed");
      }
      if (!json.path("before").asText().equals(head.hash)) {
        throw wrong("does not follow the one before: that one was changed, or this one");
      }
      if (json.path("event").asText().equals(PEER) && !json.has("wrong")) {
        noted.put(
            json.path("party").asInt(),
            new Head(json.path("lines").asLong(), json.path("hash").asText()));
      }
      head = head.after(line);
      end += line.length + 1;
      if (kept.isPresent() && kept.get().lines == head.lines) {
        if (!kept.get().equals(head)) {
          throw new BadFile(
              path + ": line " + head.lines + " was changed: another hash was kept of it");
        }
        met = true;
      }
    }

    private BadFile wrong(String what) {
      return new BadFile(path + ": line " + (head.lines + 1) + " " + what);
    }

    void requireKept() throws BadFile {
      if (!met) {
        throw new BadFile(
            "%s has %d lines, and had %d: its end was cut off"
                .formatted(path, head.lines, kept.orElseThrow().lines()));
      }
    }
  }

  /**
   * Appends an event.
   *
   * @param time in milliseconds since 1970
   * @param event what happened, such as "accepted"
   * @param details further keys; never a value, a share or a key
   * @return completes when the line is durable
   */
  public CompletableFuture<Void> append(long time, String event, Map<String, String> details) {
    Waiting next = new Waiting(time, event, details, new CompletableFuture<>());
    waiting.add(next);
    try {
      writer.execute(this::writeAll);
    } catch (RejectedExecutionException e) {
      broken = true;
      next.done.completeExceptionally(e);
    }
    return next.done;
  }

  /** Writes what waits and forces it once. */
  private void writeAll() {
    List<Waiting> group = new ArrayList<>();
    for (Waiting next = waiting.poll(); next != null; next = waiting.poll()) {
      group.add(next);
    }
    if (group.isEmpty()) {
      return; // an earlier turn took it along
    }
    try {
      Head after = write(group);
      head = after;
      group.forEach(each -> each.done.complete(null));
    } catch (IOException | RuntimeException e) {
      broken = true;
      group.forEach(each -> each.done.completeExceptionally(e));
    }
  }

  private Head write(List<Waiting> group) throws IOException {
    if (broken) {
      throw new IOException("the audit log is broken: restart the service once the disk has room");
    }
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    Head last = head;
    for (Waiting each : group) {
      ObjectNode line = JSON.createObjectNode();
      line.put("line", last.lines + 1);
      line.put("time", Instant.ofEpochMilli(each.time).toString());
      line.put("event", each.event);
      new TreeMap<>(each.details).forEach(line::put);
      line.put("before", last.hash);
      byte[] text = text(line);
      lines.writeBytes(text);
      lines.write('\n');
      last = last.after(text);
    }
    ByteBuffer out = ByteBuffer.wrap(lines.toByteArray());
    while (out.hasRemaining()) {
      file.write(out);
    }
    file.force(false);
    return last;
  }

  private static byte[] text(ObjectNode line) {
    try {
      return JSON.writeValueAsString(line).getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of texts", e);
    }
  }

  /** Returns how far the log is on disk. */
  public Head head() {
    return head;
  }

  /** Returns whether all lines were written so far. */
  public boolean isWritable() {
    return !broken;
  }

  /** Writes what waits, and closes the file. */
  @Override
  public void close() throws BadFile {
    writer.shutdown();
    try {
      if (!writer.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        throw new BadFile("the audit log is not written within " + CLOSE_SECONDS + " s");
      }
      file.close();
    } catch (IOException e) {
      throw new BadFile("cannot close the audit log: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BadFile("the audit log was not closed: this thread was interrupted", e);
    }
  }
}
