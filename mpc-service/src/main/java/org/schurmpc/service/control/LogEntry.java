package org.schurmpc.service.control;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An entry of the log that party 1 writes and every party forces to disk. Entries are numbered from
 * 1 without gaps. {@link #text} has one valid form, over which the hash chain of the log goes.
 */
public sealed interface LogEntry {
  /** Maximum number of requests, runs or sets in an entry, which keeps it well below a frame. */
  int MOST = 200;

  /** Returns the number of the entry in the log, from 1 without gaps. */
  long number();

  /** Returns the entry as a line of words. */
  String text();

  /** Returns where the parties meet for the entry, if they do. */
  default Optional<Place> meeting() {
    return Optional.empty();
  }

  /** An entry that begins a run or a further attempt, at the end of which the parties agree. */
  sealed interface Begin extends LogEntry {
    /** Returns the number of the run, which all attempts have. */
    long run();

    /** Returns the number of the attempt, from 1. */
    int attempt();

    /** Returns the name of the job. */
    String job();

    /** Returns the first number of deliveries. */
    long first();

    /** Returns the number of deliveries, with numbers one after the other. */
    int deliveries();

    /** Returns where the parties meet for it. */
    Place place();

    @Override
    default Optional<Place> meeting() {
      return Optional.of(place());
    }
  }

  /**
   * A request in a run.
   *
   * @param request the request's key
   * @param hash of its inputs, which each party compares with that of the inputs it has
   */
  record Item(String request, String hash) {
    /** Returns the client of the request, which is what is before the last colon of its key. */
    String client() {
      return request.substring(0, Math.max(0, request.lastIndexOf(':')));
    }
  }

  /**
   * Evaluates a job for requests, each in a lane of its own.
   *
   * @param first number of the first output's delivery
   * @param deliveries number of all deliveries; those of a lane are one after the other
   * @param requests by lane
   * @param sets the versions of the kept sets that are read
   */
  record Run(
      long number,
      long run,
      int attempt,
      String job,
      long first,
      int deliveries,
      Place place,
      List<Item> requests,
      SortedMap<String, Long> sets)
      implements Begin {
    public Run {
      requests = List.copyOf(requests);
      sets = Collections.unmodifiableSortedMap(new TreeMap<>(sets));
    }

    @Override
    public String text() {
      StringBuilder text = new StringBuilder();
      text.append(number).append(" run ").append(beginning(this));
      text.append(' ').append(requests.size());
      requests.forEach(
          each -> text.append(' ').append(each.request()).append(' ').append(each.hash()));
      text.append(' ').append(sets.size());
      sets.forEach((name, version) -> text.append(' ').append(name).append(' ').append(version));
      return text.toString();
    }
  }

  /**
   * Makes input masks of a job ahead of requests, from material that is there.
   *
   * @param first number of the first mask's delivery
   * @param deliveries number of masks
   */
  record Refill(long number, long run, String job, long first, int deliveries, Place place)
      implements Begin {
    @Override
    public int attempt() {
      return 1;
    }

    @Override
    public String text() {
      return number + " refill " + beginning(this);
    }
  }

  /**
   * Material for a job.
   *
   * @param runs for how many runs
   * @param masks for how many input masks
   */
  record Amount(long runs, long masks) {}

  /**
   * Makes material for jobs into a stock. Nothing is agreed at its end: material that not all
   * parties have is used by none.
   *
   * @param amounts by job
   */
  record Make(long number, String stock, Place place, SortedMap<String, Amount> amounts)
      implements LogEntry {
    public Make {
      amounts = Collections.unmodifiableSortedMap(new TreeMap<>(amounts));
    }

    @Override
    public Optional<Place> meeting() {
      return Optional.of(place);
    }

    @Override
    public String text() {
      StringBuilder text = new StringBuilder();
      text.append(number).append(" make ").append(stock).append(' ').append(place.words());
      text.append(' ').append(amounts.size());
      amounts.forEach(
          (job, of) ->
              text.append(' ')
                  .append(job)
                  .append(' ')
                  .append(of.runs())
                  .append(' ')
                  .append(of.masks()));
      return text.toString();
    }
  }

  /** Lets all parties say how far they are in a run, and decides what becomes of it. */
  record Settle(long number, long run, Place place) implements LogEntry {
    @Override
    public Optional<Place> meeting() {
      return Optional.of(place);
    }

    @Override
    public String text() {
      return number + " settle " + run + " " + place.words();
    }
  }

  /** Closes a work session. */
  record Close(long number, Place place) implements LogEntry {
    @Override
    public String text() {
      return number + " close " + place.words();
    }
  }

  /** Drops a kept set. */
  record Drop(long number, String set) implements LogEntry {
    @Override
    public String text() {
      return number + " drop " + set;
    }
  }

  /** Says that nobody acts on the entry before, which a party refused. */
  record Voiding(long number, long entry) implements LogEntry {
    @Override
    public String text() {
      return number + " void " + entry;
    }
  }

  /** Ends a request that no run uses. Its masks are wiped, and their number is never free again. */
  record Fail(long number, String request, String code) implements LogEntry {
    @Override
    public String text() {
      return number + " fail " + request + " " + code;
    }
  }

  /** Forgets runs that have ended at all parties. */
  record End(long number, List<Long> runs) implements LogEntry {
    public End {
      runs = List.copyOf(runs);
    }

    @Override
    public String text() {
      StringBuilder text = new StringBuilder();
      text.append(number).append(" end ").append(runs.size());
      runs.forEach(each -> text.append(' ').append(each));
      return text.toString();
    }
  }

  private static String beginning(Begin entry) {
    return "%d %d %s %d %d %s"
        .formatted(
            entry.run(),
            entry.attempt(),
            entry.job(),
            entry.first(),
            entry.deliveries(),
            entry.place().words());
  }

  /**
   * Parses {@link #text}.
   *
   * @throws IllegalArgumentException if the text is not one of an entry
   */
  static LogEntry parse(String text) {
    Words words = new Words(text);
    LogEntry entry = read(words);
    words.end();
    return entry;
  }

  private static LogEntry read(Words words) {
    long number = words.number();
    String kind = words.word();
    return switch (kind) {
      case "run", "refill" -> begin(number, kind, words);
      case "make" -> new Make(number, words.name(), Place.read(words), amounts(words));
      case "settle" -> new Settle(number, words.number(), Place.read(words));
      case "close" -> new Close(number, Place.read(words));
      case "drop" -> new Drop(number, words.name());
      case "void" -> new Voiding(number, words.number());
      case "fail" -> new Fail(number, words.request(), words.code());
      case "end" -> {
        List<Long> runs = new ArrayList<>();
        for (int i = words.count(MOST); i > 0; i--) {
          runs.add(words.number());
        }
        yield new End(number, runs);
      }
      default -> throw words.wrong("is of no known kind");
    };
  }

  private static LogEntry begin(long number, String kind, Words words) {
    long run = words.number();
    int attempt = words.count(Integer.MAX_VALUE);
    String job = words.name();
    long first = words.number();
    int deliveries = words.count(1 << 24);
    Place place = Place.read(words);
    if (kind.equals("refill")) {
      if (attempt != 1) {
        throw words.wrong("is a further attempt of a refill");
      }
      return new Refill(number, run, job, first, deliveries, place);
    }
    List<Item> requests = new ArrayList<>();
    for (int i = words.count(MOST); i > 0; i--) {
      requests.add(new Item(words.request(), words.hash()));
    }
    TreeMap<String, Long> sets = new TreeMap<>();
    for (int i = words.count(MOST); i > 0; i--) {
      sets.put(nameAfter(sets, words), words.number());
    }
    return new Run(number, run, attempt, job, first, deliveries, place, requests, sets);
  }

  private static SortedMap<String, Amount> amounts(Words words) {
    TreeMap<String, Amount> amounts = new TreeMap<>();
    for (int i = words.count(MOST); i > 0; i--) {
      amounts.put(nameAfter(amounts, words), new Amount(words.number(), words.number()));
    }
    return amounts;
  }

  private static String nameAfter(NavigableMap<String, ?> before, Words words) {
    String name = words.name();
    if (!before.isEmpty() && before.lastKey().compareTo(name) >= 0) {
      throw words.wrong("has its names out of order");
    }
    return name;
  }
}
