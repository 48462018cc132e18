package org.schurmpc.cli.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.Pin;

/**
 * Reads a table of a configuration file. The file is TOML or, if its name ends in {@code .json},
 * JSON. An error in the file is reported as a {@link BadFile} that names file and key.
 */
public final class ConfigTable {
  private static final long MAX_BYTES = 1 << 20;

  /** Texts and comments of TOML. */
  private static final Pattern QUOTED =
      Pattern.compile(
          "(?s)\"{3}.*?\"{3}|'{3}.*?'{3}|\"[^\"\\\\\n]*+(?:\\\\.[^\"\\\\\n]*+)*+\"|'[^'\n]*'|#[^\n]*");

  /** A number of which the parser of TOML may lose digits. */
  private static final Pattern LONG_NUMBER = Pattern.compile("\\b\\d[\\d_]{18,}\\b");

  private final Path file;
  private final KeyLines lines;
  private final String path;
  private final JsonNode node;

  private ConfigTable(Path file, KeyLines lines, String path, JsonNode node) {
    this.file = file;
    this.lines = lines;
    this.path = path;
    this.node = node;
  }

  /** Reads the whole table of a file. */
  public static ConfigTable read(Path file) throws BadFile {
    try {
      if (!Files.isRegularFile(file)) {
        throw new BadFile(
            file + (Files.exists(file) ? " is not a regular file" : " does not exist"));
      }
      if (Files.size(file) > MAX_BYTES) {
        throw new BadFile(file + " is too long for a configuration");
      }
      String text = Files.readString(file);
      if (!isJson(file) && LONG_NUMBER.matcher(QUOTED.matcher(text).replaceAll("")).find()) {
        throw new BadFile(file + " has a number of 19 digits or more: write it in quotes");
      }
      JsonNode root = mapper(file).readTree(text);
      if (root == null || !root.isObject()) {
        throw new BadFile(file + " holds no table of keys and values");
      }
      KeyLines lines = isJson(file) ? KeyLines.ofJson(text) : KeyLines.ofToml(text);
      return new ConfigTable(file, lines, "", root);
    } catch (JsonProcessingException e) {
      throw new BadFile(file + where(e.getLocation()) + ": " + problem(file, e), e);
    } catch (IOException e) {
      throw new BadFile("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private static ObjectMapper mapper(Path file) {
    return isJson(file)
        ? JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
        : new TomlMapper();
  }

  private static boolean isJson(Path file) {
    return file.toString().endsWith(".json");
  }

  /** Returns what is wrong, in words for those who write the file; those on JSON are clear. */
  private static String problem(Path file, JsonProcessingException e) {
    String said = e.getOriginalMessage();
    if (isJson(file)) {
      return said;
    }
    if (said.startsWith("Newline") || said.startsWith("Premature end")) {
      return "a value is missing, or a quote or bracket is not closed";
    }
    if (said.startsWith("Duplicate")) {
      return "a key is there twice, in this line or above it";
    }
    return "this is not TOML: a line is KEY = VALUE, [TABLE] or [[TABLE]]";
  }

  private static String where(JsonLocation at) {
    return at == null ? "" : ", line " + at.getLineNr();
  }

  /** Returns the folder of the file. Paths in the file are relative to this folder. */
  public Path folder() {
    Path folder = file.toAbsolutePath().getParent();
    return folder == null ? file.toAbsolutePath() : folder;
  }

  /** Returns whether there is a value under a key. */
  public boolean has(String key) {
    return node.has(key);
  }

  /** Returns the keys of the table, in the file's order. */
  public List<String> keys() {
    List<String> keys = new ArrayList<>();
    node.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  /**
   * Returns the path under a key, which is relative to the file's folder.
   *
   * @throws BadFile if the key is missing, or its value is no path
   */
  public Path path(String key) throws BadFile {
    try {
      return folder().resolve(text(key).orElseThrow(() -> wrong(key, "is missing")));
    } catch (InvalidPathException e) {
      throw wrong(key, "is no path");
    }
  }

  /**
   * Requires that the table has no other keys than these.
   *
   * @throws BadFile naming the first unknown key
   */
  public void requireOnly(Set<String> known) throws BadFile {
    for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!known.contains(name)) {
        String all = String.join(", ", new TreeSet<>(known));
        throw wrong(name, "is unknown" + Nearest.hint(name, known) + "; known are " + all);
      }
    }
  }

  /**
   * Requires that a value is one of a few words.
   *
   * @param key the value's key
   * @throws BadFile naming the valid words
   */
  public void requireWord(String key, String value, Collection<String> words) throws BadFile {
    if (!words.contains(value)) {
      throw wrong(
          key,
          "is '%s'%s; valid are %s"
              .formatted(value, Nearest.hint(value, words), String.join(", ", words)));
    }
  }

  /** Returns the text under a key. Numbers and booleans are returned as they are written. */
  public Optional<String> text(String key) throws BadFile {
    JsonNode value = node.get(key);
    if (value == null) {
      return Optional.empty();
    }
    return Optional.of(scalar(key, value));
  }

  private String scalar(String key, JsonNode value) throws BadFile {
    if (!value.isValueNode() || value.isNull() || value.asText().isBlank()) {
      throw wrong(key, "is no text");
    }
    return value.asText();
  }

  /**
   * Returns the integer under a key.
   *
   * @throws BadFile if the value is not an integer between {@code least} and {@code most},
   *     inclusive
   */
  public Optional<Integer> number(String key, int least, int most) throws BadFile {
    JsonNode value = node.get(key);
    if (value == null) {
      return Optional.empty();
    }
    if (!value.isIntegralNumber()
        || !value.canConvertToInt()
        || value.intValue() < least
        || value.intValue() > most) {
      throw wrong(key, "is no whole number from " + least + " to " + most);
    }
    return Optional.of(value.intValue());
  }

  /** Returns whether the value under a key is true; false if there is none. */
  public boolean flag(String key) throws BadFile {
    JsonNode value = node.get(key);
    if (value == null) {
      return false;
    }
    if (!value.isBoolean()) {
      throw wrong(key, "is neither true nor false");
    }
    return value.booleanValue();
  }

  /** Returns the list of texts under a key. */
  public Optional<List<String>> texts(String key) throws BadFile {
    JsonNode value = node.get(key);
    if (value == null) {
      return Optional.empty();
    }
    if (!value.isArray()) {
      throw wrong(key, "is no list of texts");
    }
    List<String> texts = new ArrayList<>();
    for (JsonNode element : value) {
      texts.add(scalar(key, element));
    }
    return Optional.of(List.copyOf(texts));
  }

  /**
   * Returns the texts of the table under a key, by their own keys; empty if there is no such table.
   */
  public Map<String, String> map(String key) throws BadFile {
    Map<String, String> map = new LinkedHashMap<>();
    Optional<ConfigTable> table = table(key);
    if (table.isPresent()) {
      for (Iterator<String> names = table.get().node.fieldNames(); names.hasNext(); ) {
        String name = names.next();
        map.put(name, table.get().scalar(name, table.get().node.get(name)));
      }
    }
    return map;
  }

  /** Returns the table under a key, written {@code [key]}. */
  public Optional<ConfigTable> table(String key) throws BadFile {
    JsonNode value = node.get(key);
    if (value == null) {
      return Optional.empty();
    }
    if (!value.isObject()) {
      throw wrong(key, "is no table: write [" + path + key + "]");
    }
    return Optional.of(new ConfigTable(file, lines, path + key + ".", value));
  }

  /** Returns the tables under a key, each written {@code [[key]]}; empty if there are none. */
  public List<ConfigTable> tables(String key) throws BadFile {
    JsonNode value = node.get(key);
    if (value == null) {
      return List.of();
    }
    List<ConfigTable> tables = new ArrayList<>();
    boolean all = value.isArray();
    for (JsonNode element : value) {
      all &= element.isObject();
      String prefix = path + key + "[" + (tables.size() + 1) + "].";
      tables.add(new ConfigTable(file, lines, prefix, element));
    }
    if (!all) {
      throw wrong(key, "is no list of tables: write [[" + path + key + "]] before each");
    }
    return tables;
  }

  /** Returns the address under a key, written host:port. */
  public Optional<Endpoint> endpoint(String key) throws BadFile {
    Optional<String> text = text(key);
    try {
      return text.isEmpty() ? Optional.empty() : Optional.of(Endpoint.parse(text.get()));
    } catch (Refused e) {
      throw wrong(key, "is wrong: " + e.getMessage().replaceAll("[.]$", ""));
    }
  }

  /** Returns the certificate fingerprint under a key, or the two in a list. */
  public Optional<Pin> pin(String key) throws BadFile {
    Optional<List<String>> all =
        node.path(key).isArray() ? texts(key) : text(key).map(text -> List.of(text));
    try {
      return all.isEmpty() ? Optional.empty() : Optional.of(Pin.parse(all.get()));
    } catch (Refused e) {
      throw wrong(key, "is wrong: " + e.getMessage().replaceAll("[.]$", ""));
    }
  }

  /** Returns the exception that reports an error in the value of a key. */
  public BadFile wrong(String key, String what) {
    return new BadFile(file + line(key) + ": key '" + path + key + "' " + what);
  }

  private String line(String key) {
    OptionalInt line = lines.of(path + key);
    return line.isPresent() ? ", line " + line.getAsInt() : "";
  }
}
