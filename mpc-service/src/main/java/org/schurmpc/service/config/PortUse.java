package org.schurmpc.service.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.cli.config.ConfigTable;
import org.schurmpc.cli.config.Nearest;
import org.schurmpc.core.abort.BadFile;

/**
 * Says where an input of a job comes from, or to whom an output goes.
 *
 * @param kind who or what
 * @param name a set's name, another client's, or a party's number; empty for all other kinds
 * @param table the name of the party's table that gives the input or takes the output; empty if
 *     none does
 */
public record PortUse(Kind kind, String name, String table) {
  private static final Pattern FORM =
      Pattern.compile(
          "(clients?|public|present|all)|(set|client):(\\S+)"
              + "|party([1-9][0-9]?)(?::([A-Za-z][A-Za-z0-9_]{0,63}))?");

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");

  /** Who gives an input or receives an output. */
  public enum Kind {
    /** The client that makes the request. */
    CLIENT,
    /** All clients of a run, for outputs of jobs of many clients alone. */
    CLIENTS,
    /** Another client, for outputs alone. */
    OTHER_CLIENT,
    /** A party, by its number. */
    PARTY,
    /** The client that makes the request, in the clear, for inputs alone. */
    PUBLIC,
    /** Whether each place has a client, for inputs of jobs of many clients alone. */
    PRESENT,
    /** All parties, for outputs alone. */
    ALL,
    /** A kept set. */
    SET
  }

  /** Creates a use without a table. */
  public PortUse(Kind kind, String name) {
    this(kind, name, "");
  }

  /**
   * Returns whether this stands for an input or output of a program: with a table it stands for all
   * that follow each other and are named after the table.
   */
  boolean takes(String port) {
    return table.isEmpty() || port.startsWith(table + "_");
  }

  /** Returns the same use without its table. */
  public PortUse withoutTable() {
    return new PortUse(kind, name);
  }

  /** Returns whether a text is a valid name of a job, a client, a stock or a set. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /** Returns the index of the party; only for the kind {@link Kind#PARTY}. */
  public int party() {
    return Integer.parseInt(name) - 1;
  }

  /** Reads a list of uses, of inputs or of outputs. */
  static List<PortUse> read(ConfigTable table, String key, boolean inputs, int parties)
      throws BadFile {
    List<String> texts = table.texts(key).orElseThrow(() -> table.wrong(key, "is missing"));
    List<PortUse> uses = new ArrayList<>();
    for (String text : texts) {
      uses.add(parse(text, inputs, parties).orElseThrow(() -> wrong(table, key, text, inputs)));
    }
    if (uses.isEmpty()) {
      throw table.wrong(key, "is empty: a job has at least one");
    }
    return List.copyOf(uses);
  }

  private static BadFile wrong(ConfigTable table, String key, String text, boolean inputs) {
    List<String> words =
        inputs
            ? List.of("client", "party1", "party1:TABLE", "public", "present", "set:NAME")
            : List.of(
                "client", "clients", "client:NAME", "party1", "party1:TABLE", "all", "set:NAME");
    return table.wrong(
        key,
        "has '%s'%s; valid are %s"
            .formatted(text, Nearest.hint(text, words), String.join(", ", words)));
  }

  private static Optional<PortUse> parse(String text, boolean inputs, int parties) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    if (form.group(1) != null) {
      Kind kind = Kind.valueOf(text.toUpperCase(Locale.ROOT));
      boolean valid =
          switch (kind) {
            case PUBLIC, PRESENT -> inputs;
            case ALL, CLIENTS -> !inputs;
            default -> true;
          };
      return valid ? Optional.of(new PortUse(kind, "")) : Optional.empty();
    }
    if (form.group(4) != null) {
      String of = form.group(5) == null ? "" : form.group(5);
      return Integer.parseInt(form.group(4)) > parties
          ? Optional.empty()
          : Optional.of(new PortUse(Kind.PARTY, form.group(4), of));
    }
    boolean set = form.group(2).equals("set");
    return !isName(form.group(3)) || (inputs && !set)
        ? Optional.empty()
        : Optional.of(new PortUse(set ? Kind.SET : Kind.OTHER_CLIENT, form.group(3)));
  }

  /** Returns the word of configurations. */
  @Override
  public String toString() {
    return switch (kind) {
      case CLIENT -> "client";
      case CLIENTS -> "clients";
      case PRESENT -> "present";
      case OTHER_CLIENT -> "client:" + name;
      case PARTY -> "party" + name + (table.isEmpty() ? "" : ":" + table);
      case PUBLIC -> "public";
      case ALL -> "all";
      case SET -> "set:" + name;
    };
  }
}
