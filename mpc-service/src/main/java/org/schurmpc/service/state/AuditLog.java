package org.schurmpc.service.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
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
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.FieldHash;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says who asked for what and when, and what became of it: lines of JSON, each with its number and
 * the hash of the line before. A changed, missing or moved line is found by {@link #verify}; a cut
 * tail by the {@link Head}, which others keep. No value, share or key is ever in it.
 *
 * <p>Safe for use by several threads; one thread of its own writes.
 */
public final class AuditLog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The event of a head that a peer has said. */
  static final String PEER = "peer's audit log";

  private static final int MAX_WAITING = 100_000;
  private static final long FORCES_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long CLOSE_SECONDS = 60;

  private final Path path;
  private final FileChannel file;
  private final Place resumed;
  private long forced = System.nanoTime(); // when; in the writing thread
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
  private volatile Place place;
  private volatile boolean broken;
  private volatile boolean closed;
  private volatile String wrong; // what is wrong with lines of before; null as long as nothing is

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

    private Head after(byte[] line) {
      return new Head(lines + 1, hash(line));
    }

    static String hash(byte[] line) {
      return HexFormat.of().formatHex(new FieldHash("audit line").add(line).digest());
    }
  }

  /**
   * A head, and where it is in the file.
   *
   * @param bytes of the file up to the end of the head's line; {@link #UNKNOWN} if nobody knows
   */
  public record Place(Head head, long bytes) {
    /** Stands for an unknown number of bytes. */
    static final long UNKNOWN = -1;

    static final Place START = new Place(Head.START, 0);

    /** Parses an entry of a journal as {@link #entry} returns it. */
    static Place parse(String[] words) {
      long bytes = words.length > 3 ? Long.parseLong(words[3]) : UNKNOWN;
      return new Place(new Head(Long.parseLong(words[1]), words[2]), bytes);
    }

    /** Returns the entry of a journal that keeps this place. */
    String entry() {
      String entry = "audit " + head.lines + " " + head.hash;
      return bytes == UNKNOWN ? entry : entry + " " + bytes;
    }

    Place after(byte[] line) {
      return new Place(head.after(line), bytes + line.length + 1);
    }
  }

  private AuditLog(Path path, FileChannel file, Place resumed, Place place) {
    this.path = path;
    this.file = file;
    this.resumed = resumed;
    this.place = place;
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
      return open(path, Place.START, kept);
    } catch (IOException e) {
      throw unopened(path, e);
    }
  }

  /**
   * Opens a log as {@link #open}, but reads no line before a place that was kept elsewhere, whose
   * line has the hash that was kept. {@link #checkEarlier} reads the others.
   *
   * @param kept a place that was kept elsewhere: the log must go on from it
   * @throws BadFile naming the first line since then that was changed, is missing or was moved, or
   *     the lines that were cut off
   */
  static AuditLog resume(Path path, Place kept) throws BadFile {
    Optional<Head> head = Optional.of(kept.head);
    try {
      return open(path, AuditScan.isThere(path, kept) ? kept : Place.START, head);
    } catch (IOException e) {
      throw unopened(path, e);
    }
  }

  /** Opens the log of a service, from the place that its journal keeps. */
  public static AuditLog open(Path path, ServiceState state) throws BadFile {
    Optional<Place> kept = state.auditPlace();
    return kept.isPresent() ? resume(path, kept.get()) : open(path, Optional.empty());
  }

  private static AuditLog open(Path path, Place from, Optional<Head> kept)
      throws IOException, BadFile {
    AuditScan scan = new AuditScan(path, from, kept);
    if (Files.exists(path)) {
      scan.run(Long.MAX_VALUE, () -> false);
    }
    scan.requireKept();
    FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    file.truncate(scan.place().bytes);
    file.position(scan.place().bytes);
    return new AuditLog(path, file, from, scan.place());
  }

  private static BadFile unopened(Path path, IOException e) {
    return new BadFile("cannot open the audit log " + path + ": " + e.getMessage(), e);
  }

  /**
   * Checks the lines that {@link #resume} did not read, which takes long for a long log; called
   * once. What is wrong with them is logged, and said by {@link #wrong}.
   */
  public void checkEarlier() {
    try {
      AuditScan scan = new AuditScan(path, Place.START, Optional.of(resumed.head));
      if (resumed.bytes > 0 && scan.run(resumed.bytes, () -> closed)) {
        scan.requireKept();
      }
    } catch (BadFile e) {
      wrong = e.getMessage();
    } catch (IOException e) {
      wrong = "cannot read the audit log " + path + ": " + e.getMessage();
    }
    if (wrong != null) {
      LOG.error("{}", wrong);
    }
  }

  /** Returns what is wrong with lines of before the last start, in a sentence. */
  public Optional<String> wrong() {
    return Optional.ofNullable(wrong);
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
      AuditScan scan = new AuditScan(path, Place.START, kept);
      scan.run(Long.MAX_VALUE, () -> false);
      scan.requireKept();
      if (scan.place().bytes != Files.size(path)) {
        throw new BadFile(path + " ends in the middle of a line");
      }
      return scan.place().head;
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
      AuditScan scan = new AuditScan(peer, Place.START, Optional.empty());
      scan.run(Long.MAX_VALUE, () -> false);
      if (party.isEmpty() && scan.noted().size() > 1) {
        throw new BadFile(
            "%s has heads of the audit logs of parties %s: say of which one"
                .formatted(peer, scan.noted().keySet()));
      }
      Head head =
          party.isPresent()
              ? scan.noted().get(party.getAsInt())
              : scan.noted().values().stream().findFirst().orElse(null);
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

  /** Writes what waits and forces it once, but no sooner than some time after the last force. */
  private void writeAll() {
    if (waiting.isEmpty()) {
      return; // an earlier turn took it along
    }
    long rest = FORCES_NANOS - (System.nanoTime() - forced);
    if (rest > 0) {
      LockSupport.parkNanos(rest); // nobody waits for most lines, and each force costs others time
    }
    List<Waiting> group = new ArrayList<>();
    for (Waiting next = waiting.poll(); next != null; next = waiting.poll()) {
      group.add(next);
    }
    try {
      place = write(group);
      forced = System.nanoTime();
      group.forEach(each -> each.done.complete(null));
    } catch (IOException | RuntimeException e) {
      broken = true;
      group.forEach(each -> each.done.completeExceptionally(e));
    }
  }

  private Place write(List<Waiting> group) throws IOException {
    if (broken) {
      throw new IOException("the audit log is broken: restart the service once the disk has room");
    }
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    Place last = place;
    for (Waiting each : group) {
      ObjectNode line = JSON.createObjectNode();
      line.put("line", last.head.lines + 1);
      line.put("time", Instant.ofEpochMilli(each.time).toString());
      line.put("event", each.event);
      new TreeMap<>(each.details).forEach(line::put);
      line.put("before", last.head.hash);
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
    return place.head;
  }

  /** Returns the head, and where it is. */
  Place place() {
    return place;
  }

  /** Returns whether all lines were written so far. */
  public boolean isWritable() {
    return !broken;
  }

  /** Writes what waits, and closes the file. */
  @Override
  public void close() throws BadFile {
    closed = true;
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
