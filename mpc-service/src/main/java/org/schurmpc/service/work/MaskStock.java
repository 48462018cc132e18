package org.schurmpc.service.work;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.eval.InputMask;
import org.schurmpc.core.eval.KeptValues;
import org.schurmpc.core.prep.disk.KeyName;
import org.schurmpc.service.state.Delivery;

/**
 * Holds the input masks that the parties made ahead: which there are, by what the journal says, and
 * of each the delivery for its client. The authenticated bits stay in blobs until a run uses them.
 * Masks can be given to clients once the run that made them has committed; masks of a run that did
 * not are wiped, and their numbers are never used.
 *
 * <p>Safe for use by several threads.
 */
final class MaskStock {
  private final TreeMap<Long, Made> masks = new TreeMap<>();
  private final TreeMap<Long, Delivery> deliveries = new TreeMap<>();
  private final Map<String, TreeSet<Long>> ready = new HashMap<>(); // that can be given, by job

  /** The number of masks under each key: of thousands of masks few keys. */
  private final TreeMap<KeyName, Integer> keys = new TreeMap<>();

  private long changes;

  /**
   * A mask.
   *
   * @param key under which it is
   * @param ready whether its run has committed
   */
  private record Made(long run, String job, String blob, KeyName key, boolean ready) {}

  /** What a blob holds. */
  record Content(Delivery delivery, KeptValues bits) {}

  static boolean knows(String line) {
    return line.startsWith("mask ");
  }

  static String made(long number, long run, String job, String blob, KeyName key) {
    return "mask made %d %d %s %s %s".formatted(number, run, job, blob, key);
  }

  static String ready(long run) {
    return "mask ready " + run;
  }

  static String gone(long number) {
    return "mask gone " + number;
  }

  /** Applies a line, once it is durable. */
  synchronized void apply(String line) {
    String[] words = line.split(" ", -1);
    long number = Long.parseLong(words[2]);
    changes++;
    switch (words[1]) {
      case "made" -> {
        KeyName key = KeyName.parse(words[6]);
        masks.put(number, new Made(Long.parseLong(words[3]), words[4], words[5], key, false));
        keys.merge(key, 1, Integer::sum);
      }
      case "ready" -> {
        masks.replaceAll(
            (at, made) ->
                made.run == number ? new Made(number, made.job, made.blob, made.key, true) : made);
        numbers(number).forEach(this::noteReady);
      }
      case "gone" -> {
        Made gone = masks.remove(number);
        if (gone != null) {
          ready.getOrDefault(gone.job, new TreeSet<>()).remove(number);
          keys.computeIfPresent(gone.key, (key, count) -> count == 1 ? null : count - 1);
        }
        Optional.ofNullable(deliveries.remove(number))
            .ifPresent(delivery -> Secrets.wipe(delivery.body()));
      }
      default -> throw new IllegalArgumentException("no line of masks: " + line);
    }
  }

  /** Returns lines that bring a new stock to the present state. */
  synchronized Iterator<String> state() {
    List<String> lines = new ArrayList<>();
    masks.forEach(
        (number, made) -> lines.add(made(number, made.run, made.job, made.blob, made.key)));
    masks.values().stream()
        .filter(Made::ready)
        .mapToLong(Made::run)
        .distinct()
        .forEach(run -> lines.add(ready(run)));
    return lines.iterator();
  }

  /** Returns the key under which a mask is. */
  synchronized Optional<KeyName> key(long number) {
    return Optional.ofNullable(masks.get(number)).map(Made::key);
  }

  /** Returns the keys of all masks. */
  synchronized Set<KeyName> keys() {
    return new TreeSet<>(keys.keySet());
  }

  /** Returns the names of all blobs that are needed. */
  synchronized List<String> blobs() {
    return masks.values().stream().map(Made::blob).toList();
  }

  /** Returns the numbers of all masks. */
  synchronized List<Long> numbers() {
    return List.copyOf(masks.keySet());
  }

  /** Returns the numbers of the masks of a run. */
  synchronized List<Long> numbers(long run) {
    return masks.entrySet().stream()
        .filter(each -> each.getValue().run == run)
        .map(Map.Entry::getKey)
        .toList();
  }

  synchronized Optional<String> blob(long number) {
    return Optional.ofNullable(masks.get(number)).map(Made::blob);
  }

  /** Keeps the delivery of a mask at hand. */
  synchronized void hold(Delivery delivery) {
    deliveries.put(delivery.number(), delivery);
    noteReady(delivery.number());
    changes++;
  }

  private void noteReady(long number) {
    Made made = masks.get(number);
    if (made != null && isReady(number, made.job)) {
      ready.computeIfAbsent(made.job, job -> new TreeSet<>()).add(number);
    }
  }

  // What is usable is asked without this object's lock: whoever answers has one of its own.

  /** Returns the first mask of a job that can be given away. */
  OptionalLong free(String job, LongPredicate usable) {
    Long number = above(job, Long.MIN_VALUE);
    while (number != null && !usable.test(number)) {
      number = above(job, number);
    }
    return number == null ? OptionalLong.empty() : OptionalLong.of(number);
  }

  private synchronized Long above(String job, long number) {
    return ready.getOrDefault(job, new TreeSet<>()).higher(number);
  }

  /** Returns the number of masks of a job that can be given away. */
  long count(String job, LongPredicate usable) {
    return ready(job).stream().mapToLong(number -> number).filter(usable).count();
  }

  private synchronized List<Long> ready(String job) {
    return List.copyOf(ready.getOrDefault(job, new TreeSet<>()));
  }

  /** Returns a number that is another one after each change of what is there. */
  synchronized long changes() {
    return changes;
  }

  private boolean isReady(long number, String job) {
    Made made = masks.get(number);
    return made != null && made.ready && made.job.equals(job) && deliveries.containsKey(number);
  }

  /** Returns the delivery of a mask that can be given away. */
  synchronized Optional<Delivery> delivery(String job, long number) {
    return isReady(number, job) ? Optional.of(deliveries.get(number)) : Optional.empty();
  }

  /** Describes a delivery of the core for envelopes. */
  static Delivery describe(org.schurmpc.core.deliver.Delivery made) {
    return new Delivery(
        made.number(),
        made.sid(),
        made.domain().name(),
        made.domain().elementBits(),
        made.elements(),
        made.combinations(),
        made.body());
  }

  /** Returns the content of a mask's blob; secret, the caller wipes it. */
  static byte[] bytes(InputMask mask) {
    Delivery delivery = describe(mask.delivery());
    byte[] domain = delivery.domain().getBytes(StandardCharsets.UTF_8);
    byte[] bits = mask.bits().toBytes();
    ByteBuffer out =
        ByteBuffer.allocate(
            Long.BYTES
                + 32
                + 1
                + domain.length
                + 1
                + Integer.BYTES
                + 1
                + Integer.BYTES
                + delivery.body().length
                + bits.length);
    out.putLong(delivery.number()).put(delivery.sid());
    out.put((byte) domain.length).put(domain);
    out.put((byte) delivery.packed()).putInt(delivery.elements());
    out.put((byte) delivery.combinations());
    out.putInt(delivery.body().length).put(delivery.body()).put(bits);
    Secrets.wipe(delivery.body());
    Secrets.wipe(bits);
    return out.array();
  }

  /**
   * Reads {@link #bytes}.
   *
   * @throws BadFile if the bytes are no mask
   */
  static Content read(byte[] bytes) throws BadFile {
    try {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      long number = in.getLong();
      byte[] sid = new byte[32];
      in.get(sid);
      byte[] domain = new byte[in.get()];
      in.get(domain);
      int packed = in.get() & 0xff;
      int elements = in.getInt();
      int combinations = in.get() & 0xff;
      byte[] body = new byte[in.getInt()];
      in.get(body);
      byte[] bits = new byte[in.remaining()];
      in.get(bits);
      Delivery delivery =
          new Delivery(
              number,
              sid,
              new String(domain, StandardCharsets.UTF_8),
              packed,
              elements,
              combinations,
              body);
      KeptValues kept = KeptValues.fromBytes(bits);
      Secrets.wipe(bits);
      return new Content(delivery, kept);
    } catch (RuntimeException e) {
      throw new BadFile("these bytes are no input mask", e);
    }
  }
}
