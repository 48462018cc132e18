package org.schurmpc.core.field;

import java.util.List;
import org.schurmpc.core.abort.Refused;

/** The fields by name. */
public final class Fields {
  private static final List<Field> KNOWN = List.of();

  private Fields() {}

  /**
   * A field.
   *
   * @param name "gf2_40", "gf2_64", "gf2_128", "p128", or a prime of 32 to 256 bits in decimal
   * @throws Refused if there is none of this name, or the number is no prime
   */
  public static Field named(String name) throws Refused {
    return KNOWN.stream()
        .filter(field -> field.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new Refused("there is no field '%s'".formatted(name)));
  }
}
