package org.schurmpc.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The configuration of a client, a TOML file. Paths are relative to its folder.
 *
 * @param key the private key
 * @param certificate the certificate
 * @param state the folder of what must survive this process
 * @param timeout the time during which a call to a party is tried again
 * @param parties the parties' services, in the order of the parties
 * @param jobs the digest of each job that may be used, by name
 */
record ClientConfig(
    Path key,
    Path certificate,
    Path state,
    Duration timeout,
    List<Party> parties,
    Map<String, String> jobs) {
  private static final long MOST_BYTES = 1 << 20;
  private static final int MOST_SECONDS = 3600;
  private static final int USUAL_SECONDS = 30;
  private static final int MOST_PARTIES = 255;
  private static final int MOST_PINS = 2;

  /**
   * A party's service.
   *
   * @param url the address, without a path
   * @param pins the accepted certificates, one or, while the party renews its own, two
   */
  record Party(URI url, Set<Fingerprint> pins) {}

  ClientConfig {
    parties = List.copyOf(parties);
    jobs = Collections.unmodifiableMap(new LinkedHashMap<>(jobs));
  }

  static ClientConfig read(Path file) throws BadConfig {
    return new Reader(file).read();
  }

  private record Reader(Path file) {
    ClientConfig read() throws BadConfig {
      JsonNode root = root();
      requireOnly(root, "", Set.of("client", "party", "job"));
      JsonNode client = root.path("client");
      requireOnly(client, "client.", Set.of("key", "certificate", "state", "timeout"));
      JsonNode timeout = client.path("timeout");
      if (!timeout.isMissingNode()
          && !(timeout.isInt() && timeout.intValue() >= 1 && timeout.intValue() <= MOST_SECONDS)) {
        throw wrong("client.timeout", "is no number of seconds from 1 to " + MOST_SECONDS);
      }
      return new ClientConfig(
          path(client, "key"),
          path(client, "certificate"),
          path(client, "state"),
          Duration.ofSeconds(timeout.asInt(USUAL_SECONDS)),
          parties(root.path("party")),
          jobs(root.path("job")));
    }

    private JsonNode root() throws BadConfig {
      try {
        if (Files.size(file) > MOST_BYTES) {
          throw new BadConfig(file + " is too long for a configuration");
        }
        return new TomlMapper().readTree(Files.readString(file));
      } catch (JsonProcessingException e) {
        String line = e.getLocation() == null ? "" : ", line " + e.getLocation().getLineNr();
        throw new BadConfig(file + line + ": this is not TOML, or a key is there twice", e);
      } catch (NoSuchFileException e) {
        throw new BadConfig(file + " does not exist", e);
      } catch (IOException e) {
        throw new BadConfig("cannot read " + file + ": " + e.getMessage(), e);
      }
    }

    private BadConfig wrong(String key, String what) {
      return new BadConfig("%s: key '%s' %s".formatted(file, key, what));
    }

    private void requireOnly(JsonNode table, String path, Set<String> known) throws BadConfig {
      for (Iterator<String> names = table.fieldNames(); names.hasNext(); ) {
        String name = names.next();
        if (!known.contains(name)) {
          throw wrong(
              path + name, "is unknown; known are " + String.join(", ", new TreeSet<>(known)));
        }
      }
    }

    private String text(JsonNode table, String path, String key) throws BadConfig {
      JsonNode value = table.path(key);
      if (!value.isTextual() || value.textValue().isBlank()) {
        throw wrong(path + key, value.isMissingNode() ? "is missing" : "is no text");
      }
      return value.textValue();
    }

    private Path path(JsonNode client, String key) throws BadConfig {
      try {
        return file.toAbsolutePath().resolveSibling(text(client, "client.", key));
      } catch (InvalidPathException e) {
        throw wrong("client." + key, "is no path");
      }
    }

    private List<JsonNode> tables(JsonNode node, String key) throws BadConfig {
      List<JsonNode> tables = new ArrayList<>();
      node.forEach(tables::add);
      if (!node.isMissingNode()
          && !(node.isArray() && tables.stream().allMatch(JsonNode::isObject))) {
        throw wrong(key, "is no list of tables: write [[" + key + "]] before each");
      }
      return tables;
    }

    private List<Party> parties(JsonNode node) throws BadConfig {
      List<Party> parties = new ArrayList<>();
      Set<Fingerprint> all = new HashSet<>();
      for (JsonNode table : tables(node, "party")) {
        String path = "party[" + (parties.size() + 1) + "].";
        requireOnly(table, path, Set.of("url", "fingerprint"));
        Set<Fingerprint> pins = pins(table.path("fingerprint"), path);
        for (Fingerprint pin : pins) {
          if (!all.add(pin)) {
            throw wrong(path + "fingerprint", "is that of another party, too: each has its own");
          }
        }
        parties.add(new Party(url(text(table, path, "url"), path), pins));
      }
      if (parties.size() < 2 || parties.size() > MOST_PARTIES) {
        throw wrong(
            "party",
            "is there %d times; a service has 2 parties or more".formatted(parties.size()));
      }
      return parties;
    }

    private URI url(String text, String path) throws BadConfig {
      try {
        URI url = new URI(text);
        boolean plain =
            (url.getRawPath() == null || url.getRawPath().matches("/?"))
                && url.getRawQuery() == null
                && url.getRawFragment() == null
                && url.getRawUserInfo() == null;
        if ("https".equals(url.getScheme()) && url.getHost() != null && plain) {
          return new URI("https", null, url.getHost(), url.getPort(), "", null, null);
        }
      } catch (URISyntaxException e) {
        // Refused below.
      }
      throw wrong(path + "url", "is no address such as https://alice.example:8443");
    }

    private Set<Fingerprint> pins(JsonNode value, String path) throws BadConfig {
      Set<Fingerprint> pins = new LinkedHashSet<>();
      List<JsonNode> texts = new ArrayList<>();
      if (value.isArray()) {
        value.forEach(texts::add);
      } else {
        texts.add(value);
      }
      for (JsonNode text : texts) {
        if (!text.isTextual()) {
          throw wrong(path + "fingerprint", "is missing, or no text");
        }
        pins.add(Fingerprint.parse(text.textValue()));
      }
      if (pins.isEmpty() || pins.size() > MOST_PINS || pins.size() < texts.size()) {
        throw wrong(path + "fingerprint", "is one fingerprint, or two different ones in a list");
      }
      return pins;
    }

    private Map<String, String> jobs(JsonNode node) throws BadConfig {
      Map<String, String> jobs = new LinkedHashMap<>();
      for (JsonNode table : tables(node, "job")) {
        String path = "job[" + (jobs.size() + 1) + "].";
        requireOnly(table, path, Set.of("name", "digest"));
        String digest = text(table, path, "digest");
        if (!digest.matches("[0-9a-f]{64}")) {
          throw wrong(path + "digest", "has no 64 hex digits in lower case");
        }
        if (jobs.put(text(table, path, "name"), digest) != null) {
          throw wrong(path + "name", "is there twice");
        }
      }
      return jobs;
    }
  }
}
