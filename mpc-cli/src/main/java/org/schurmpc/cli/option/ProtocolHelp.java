package org.schurmpc.cli.option;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOption;

/** Combines the help of several protocols on an option of one name. */
public final class ProtocolHelp {
  /** Placeholder of a value that the protocols show in different ways. */
  private static final String VALUE = "VALUE";

  private final Map<String, ProtocolOption> byProtocol = new LinkedHashMap<>();

  private ProtocolHelp() {}

  /**
   * Returns the help on each option by the option's name, in the order in which the protocols
   * declare the options.
   */
  public static Map<String, ProtocolHelp> of(List<Protocol> protocols) {
    Map<String, ProtocolHelp> all = new LinkedHashMap<>();
    for (Protocol protocol : protocols) {
      for (ProtocolOption option : protocol.options()) {
        all.computeIfAbsent(option.name(), name -> new ProtocolHelp())
            .byProtocol
            .put(protocol.name(), option);
      }
    }
    return all;
  }

  /** Returns the help on an option of one protocol, including the default. */
  public static String sentence(ProtocolOption option) {
    return option.help() + option.otherwise().map(value -> "; default " + value).orElse("");
  }

  /** Returns the placeholder of the option's value. */
  public String label() {
    Set<String> labels = labels();
    return labels.size() == 1 ? labels.iterator().next() : VALUE;
  }

  private Set<String> labels() {
    return byProtocol.values().stream()
        .map(ProtocolOption::values)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /**
   * Returns one line for each meaning of the option, beginning with the protocols that give the
   * option this meaning.
   */
  public List<String> lines() {
    boolean labelled = labels().size() == 1;
    Map<String, Map<String, List<String>>> meanings = new LinkedHashMap<>();
    byProtocol.forEach(
        (protocol, option) ->
            meanings
                .computeIfAbsent(meaning(option, labelled), text -> new LinkedHashMap<>())
                .computeIfAbsent(option.otherwise().orElse(""), value -> new ArrayList<>())
                .add(protocol));
    List<String> lines = new ArrayList<>();
    meanings.forEach((text, defaults) -> lines.add(line(text, defaults)));
    return lines;
  }

  private static String meaning(ProtocolOption option, boolean labelled) {
    return labelled || option.words().isEmpty()
        ? option.help()
        : option.values() + ", " + option.help();
  }

  /**
   * Returns the line for one meaning. Protocols that share a meaning may have different defaults.
   */
  private static String line(String text, Map<String, List<String>> defaults) {
    List<String> protocols = defaults.values().stream().flatMap(List::stream).sorted().toList();
    List<String> said = new ArrayList<>();
    defaults.forEach(
        (value, whose) -> {
          if (!value.isEmpty()) {
            said.add(defaults.size() == 1 ? value : value + " for " + String.join(", ", whose));
          }
        });
    return String.join(", ", protocols)
        + ": "
        + text
        + (said.isEmpty() ? "" : "; default " + String.join(", ", said))
        + ".";
  }
}
