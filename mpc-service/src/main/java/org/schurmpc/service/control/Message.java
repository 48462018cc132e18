package org.schurmpc.service.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** A message between party 1 and another party, in a frame of JSON with a number. */
public sealed interface Message {
  /** Maximum length of a frame in bytes. */
  int MAX_FRAME = 1 << 16;

  /** From party 1: an entry to force. */
  record Entry(String text) implements Message {}

  /** From party 1: all parties have forced the entry of this number. */
  record Go(long number) implements Message {}

  /** To party 1, first on each line: how far this party's log is, and its hash. */
  record Hello(long number, String head) implements Message {}

  /** To party 1: the entry of this number is durable here. */
  record Forced(long number) implements Message {}

  /**
   * To party 1: this party does not act on the entry.
   *
   * @param requests those for which the reason holds; empty if it is the entry as a whole
   */
  record Refuse(long number, String code, List<String> requests) implements Message {
    public Refuse {
      requests = List.copyOf(requests);
    }
  }

  /** To party 1: this party has accepted a request with inputs of this hash. */
  record Seen(String request, String job, String hash) implements Message {}

  /**
   * To party 1: how far this party is in a run on which it does not work. Party 1 plans by it and
   * decides nothing by it.
   */
  record State(String text) implements Message {}

  /**
   * To party 1: for how many runs there is material in a stock, whenever that changes.
   *
   * @param made number of the last entry of the log by which this party has made material
   * @param levels by job
   */
  record Stock(String stock, long made, SortedMap<String, Level> levels) implements Message {
    public Stock {
      levels = Collections.unmodifiableSortedMap(new TreeMap<>(levels));
    }
  }

  /**
   * Material for a job.
   *
   * @param runs for how many runs there is material
   * @param low below which more is made
   * @param high up to which
   * @param masks for how many more input masks material is wanted
   */
  record Level(long runs, long low, long high, long masks) {
    /**
     * Up to how many times its high mark a party keeps material: some may be in batches that a peer
     * lacks.
     */
    public static final int KEPT = 2;

    boolean isLow() {
      return runs < low;
    }

    /** Returns for how many more runs the party takes material, about. */
    long room() {
      return KEPT * high - runs;
    }
  }

  /** Either way: this end is there. */
  record Beat() implements Message {}

  /**
   * Either way: how far this party's audit log is, so that its end cannot be cut off unseen.
   *
   * @param lines number of lines
   * @param head hash of the last line
   * @param certificate when this party's certificate ends, in seconds since 1970
   */
  record Audit(long lines, String head, long certificate) implements Message {
    private static final long LATEST = 253_402_300_799L; // the end of the year 9999

    public Audit {
      if (certificate > LATEST) {
        throw new IllegalArgumentException("a frame with a certificate without an end");
      }
    }
  }

  /** Returns whether all parties send such a message. */
  default boolean isEitherWay() {
    return this instanceof Beat || this instanceof Audit;
  }

  /** Returns whether only party 1 sends such a message, unless it is sent either way. */
  default boolean isFromFirst() {
    return this instanceof Entry || this instanceof Go;
  }

  /** Returns the frame of this message. */
  default byte[] frame(long number) {
    ObjectNode json = Json.MAPPER.createObjectNode().put("n", number);
    if (this instanceof Entry entry) {
      json.put("type", "entry").put("entry", entry.text());
    } else if (this instanceof Go go) {
      json.put("type", "go").put("number", go.number());
    } else if (this instanceof Hello hello) {
      json.put("type", "hello").put("number", hello.number()).put("head", hello.head());
    } else if (this instanceof Forced forced) {
      json.put("type", "forced").put("number", forced.number());
    } else if (this instanceof Refuse refuse) {
      json.put("type", "refuse").put("number", refuse.number()).put("code", refuse.code());
      refuse.requests().forEach(json.putArray("requests")::add);
    } else if (this instanceof Seen seen) {
      json.put("type", "seen").put("request", seen.request());
      json.put("job", seen.job()).put("hash", seen.hash());
    } else if (this instanceof State state) {
      json.put("type", "state").put("state", state.text());
    } else if (this instanceof Audit audit) {
      json.put("type", "audit").put("lines", audit.lines()).put("head", audit.head());
      json.put("certificate", audit.certificate());
    } else if (this instanceof Stock stock) {
      json.put("type", "stock").put("stock", stock.stock()).put("made", stock.made());
      ArrayNode levels = json.putArray("levels");
      stock
          .levels()
          .forEach(
              (job, level) ->
                  levels
                      .addArray()
                      .add(job)
                      .add(level.runs())
                      .add(level.low())
                      .add(level.high())
                      .add(level.masks()));
    } else {
      json.put("type", "beat");
    }
    try {
      byte[] frame = Json.MAPPER.writeValueAsBytes(json);
      if (frame.length > MAX_FRAME) {
        throw new IllegalStateException("a frame of " + frame.length + " bytes");
      }
      return frame;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Parses a frame.
   *
   * @param number the number that it must have
   * @throws IllegalArgumentException if it is no frame, or has another number
   */
  static Message parse(byte[] frame, long number) {
    if (frame.length > MAX_FRAME) {
      throw new IllegalArgumentException("a frame of " + frame.length + " bytes");
    }
    JsonNode json;
    try {
      json = Json.MAPPER.readTree(new String(frame, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IllegalArgumentException("a frame that is no JSON", e);
    }
    if (json == null || !json.isObject()) {
      throw new IllegalArgumentException("a frame that is no JSON object");
    }
    Json of = new Json(json);
    if (of.number("n") != number) {
      throw new IllegalArgumentException("a frame out of order");
    }
    return of.message();
  }

  /** Reads the keys of a frame, each of which has to be there, and no other. */
  final class Json {
    private static final ObjectMapper MAPPER =
        JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final JsonNode json;
    private final Set<String> used = new TreeSet<>();

    private Json(JsonNode json) {
      this.json = json;
    }

    private Message message() {
      String type = text("type");
      Message message =
          switch (type) {
            case "entry" -> new Entry(text("entry"));
            case "go" -> new Go(number("number"));
            case "hello" -> new Hello(number("number"), Words.hash(text("head")));
            case "forced" -> new Forced(number("number"));
            case "refuse" -> new Refuse(number("number"), Words.code(text("code")), requests());
            case "seen" ->
                new Seen(
                    Words.request(text("request")),
                    Words.name(text("job")),
                    Words.hash(text("hash")));
            case "state" -> new State(RunState.parse(text("state")).text());
            case "audit" ->
                new Audit(number("lines"), Words.hash(text("head")), number("certificate"));
            case "stock" -> new Stock(Words.name(text("stock")), number("made"), levels());
            case "beat" -> new Beat();
            default -> throw new IllegalArgumentException("a frame of no known type");
          };
      if (used.size() != json.size()) {
        throw new IllegalArgumentException("a frame with a key that does not belong there");
      }
      return message;
    }

    private JsonNode get(String key) {
      used.add(key);
      JsonNode value = json.get(key);
      if (value == null) {
        throw new IllegalArgumentException("a frame without '" + key + "'");
      }
      return value;
    }

    private String text(String key) {
      JsonNode value = get(key);
      if (!value.isTextual()) {
        throw new IllegalArgumentException("a frame whose '" + key + "' is no text");
      }
      return value.textValue();
    }

    private long number(String key) {
      return number(get(key), "whose '" + key + "' is no number");
    }

    private static long number(JsonNode value, String wrong) {
      if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
        throw new IllegalArgumentException("a frame " + wrong);
      }
      return value.longValue();
    }

    private SortedMap<String, Level> levels() {
      JsonNode all = get("levels");
      if (!all.isArray() || all.size() > LogEntry.MOST) {
        throw new IllegalArgumentException("a frame whose levels are no list");
      }
      TreeMap<String, Level> levels = new TreeMap<>();
      for (JsonNode each : all) {
        if (!each.isArray() || each.size() != 5 || !each.get(0).isTextual()) {
          throw new IllegalArgumentException("a frame whose levels are none");
        }
        levels.put(
            Words.name(each.get(0).textValue()),
            new Level(
                level(each.get(1)), level(each.get(2)), level(each.get(3)), level(each.get(4))));
      }
      return levels;
    }

    private static long level(JsonNode value) {
      return number(value, "whose levels have no numbers");
    }

    private List<String> requests() {
      JsonNode all = get("requests");
      if (!all.isArray() || all.size() > LogEntry.MOST) {
        throw new IllegalArgumentException("a frame whose requests are no list");
      }
      List<String> requests = new ArrayList<>();
      for (JsonNode each : all) {
        if (!each.isTextual()) {
          throw new IllegalArgumentException("a frame whose requests are no texts");
        }
        requests.add(Words.request(each.textValue()));
      }
      return requests;
    }
  }
}
