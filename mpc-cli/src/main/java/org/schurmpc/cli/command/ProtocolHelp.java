package org.schurmpc.cli.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOption;

/** What help says of the options that several protocols list under one name. */
final class ProtocolHelp {
  /** Stands for a value where the protocols show it in different ways. */
  private static final String VALUE = "VALUE";

  private final Map<String, ProtocolOption> byProtocol = new LinkedHashMap<>();

  private ProtocolHelp() {}

  /** Returns the help on each option by its name, in the order in which the protocols list them. */
  static Map<String, ProtocolHelp> of(List<Protocol> protocols) {
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

  /** Returns what an option of one protocol decides, and its default. */
  static String sentence(ProtocolOption option) {
    return option.help() + option.otherwise().map(value -> "; default " + value).orElse("");
  }

  /** Returns how a value is shown. */
  String label() {
    Set<String> labels = labels();
    return labels.size() == 1 ? labels.iterator().next() : VALUE;
  }

  private Set<String> labels() {
    return byProtocol.values().stream()
        .map(ProtocolOption::values)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Returns a line for each thing that the option means, with the protocols for which it does. */
  List<String> lines() {
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

  /** Protocols that mean the same may have different defaults. */
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
