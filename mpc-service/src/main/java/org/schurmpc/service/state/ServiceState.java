package org.schurmpc.service.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Holds what the entries of a service's journal say. The first word of an entry names the part that
 * it belongs to; an application that keeps further parts in the same journal asks {@link #knows}.
 *
 * <p>Its monitor guards all of its parts.
 */
public final class ServiceState implements StateLog.Replay {
  /** The first words of the entries that belong to this state. */
  public static final Set<String> PARTS =
      Set.of("request", "number", "rate", "job", "time", "audit", "peer");

  final Requests requests = new Requests();
  final Numbers numbers = new Numbers();
  final RateCounters rates = new RateCounters();
  final Suspensions suspensions = new Suspensions();
  final PeerHeads peerHeads = new PeerHeads();

  /** What is being noted, by the request. */
  final Map<RequestKey, Pending> pending = new HashMap<>();

  /** Who waits for the end of a request. */
  final Waiting waiting = new Waiting();

  volatile boolean stopping;
  private long lastTime;
  private Optional<AuditLog.Place> auditPlace = Optional.empty();

  /** Returns whether an entry belongs to this state. */
  public static boolean knows(String entry) {
    int space = entry.indexOf(' ');
    return space > 0 && PARTS.contains(entry.substring(0, space));
  }

  @Override
  public synchronized void apply(String entry) {
    String[] words = entry.split(" ");
    try {
      switch (words[0]) {
        case "request" -> request(words);
        case "number" -> numbers.restore(words, 1);
        case "rate" -> rate(words);
        case "job" -> suspensions.apply(words);
        case "time" -> lastTime = Long.parseLong(words[1]);
        case "audit" -> auditPlace = Optional.of(AuditLog.Place.parse(words));
        case "peer" -> peerHeads.apply(words);
        default -> throw new IllegalArgumentException("no entry of a service: " + words[0]);
      }
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("an entry of " + words[0] + " is too short", e);
    }
  }

  private void request(String[] words) {
    requests.apply(words);
    if (words[1].equals("done") || words[1].equals("fail")) {
      waiting.ended(RequestKey.parse(words[2], words[3]));
    }
    if (words[1].equals("open")) {
      RequestKey key = RequestKey.parse(words[2], words[3]);
      requests.get(key).orElseThrow().delivery().ifPresent(numbers::take);
      passed(Long.parseLong(words[9]));
      Pending opening = pending.get(key);
      if (opening != null) {
        end(key, opening);
      }
    }
  }

  private void rate(String[] words) {
    if (words[1].equals("at")) {
      rates.restore(words, 2);
    } else {
      long time = Long.parseLong(words[2]);
      rates.count(words[1], time);
      passed(time);
    }
  }

  private void passed(long time) {
    lastTime = Math.max(lastTime, time);
  }

  /** Ends what is being noted of a request, unless something else is by now. */
  synchronized void end(RequestKey key, Pending ended) {
    if (pending.remove(key, ended)) {
      ended.release(this);
    }
  }

  /** Returns the last time in the journal, in milliseconds since 1970. */
  synchronized long lastTime() {
    return lastTime;
  }

  /** Returns how far the audit log was when that was last noted. */
  public synchronized Optional<AuditLog.Head> auditHead() {
    return auditPlace.map(AuditLog.Place::head);
  }

  /** Returns how far the audit log was when that was last noted, and where in its file. */
  synchronized Optional<AuditLog.Place> auditPlace() {
    return auditPlace;
  }

  @Override
  public synchronized Iterator<String> state() {
    List<String> lines = new ArrayList<>();
    lines.add("time " + lastTime);
    auditPlace.ifPresent(place -> lines.add(place.entry()));
    lines.addAll(peerHeads.lines());
    lines.addAll(suspensions.lines());
    numbers.lines().forEach(line -> lines.add("number " + line));
    rates.lines(lastTime).forEach(line -> lines.add("rate at " + line));
    requests.all().forEach(request -> lines.add("request at " + request.line()));
    return lines.iterator();
  }

  /** Returns the number of requests in each state, by its name in small letters. */
  public synchronized Map<String, Long> counts() {
    Map<String, Long> counts = new TreeMap<>();
    for (Request.State each : Request.State.values()) {
      counts.put(each.name().toLowerCase(Locale.ROOT), 0L);
    }
    for (Request request : requests.all()) {
      counts.merge(request.state.name().toLowerCase(Locale.ROOT), 1L, Long::sum);
    }
    return counts;
  }
}
