package org.schurmpc.core.eval;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import org.schurmpc.core.abort.Refused;

/** Finds the protocols on the class path. */
public final class Protocols {
  private Protocols() {}

  /** Returns all protocols, by name. */
  public static List<Protocol> all() {
    return ServiceLoader.load(Protocol.class).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(Protocol::name))
        .toList();
  }

  /**
   * Returns the protocol with a name.
   *
   * @throws Refused if there is no such protocol; the message lists the available ones
   */
  public static Protocol named(String name) throws Refused {
    List<Protocol> all = all();
    for (Protocol protocol : all) {
      if (protocol.name().equals(name)) {
        return protocol;
      }
    }
    List<String> names = all.stream().map(Protocol::name).toList();
    throw new Refused("there is no protocol '" + name + "'; there are " + names);
  }
}
