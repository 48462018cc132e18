package org.schurmpc.spdz;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOption;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.SecurityFloor;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.prep.MaterialChecker;
import org.schurmpc.core.prep.MaterialIdentity;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.MixedChecker;
import org.schurmpc.spdz.material.MixedMaterial;
import org.schurmpc.spdz.material.SpdzChecker;

/**
 * SPDZ for two or more parties (KSS13). Circuits are evaluated over fields of characteristic 2. The
 * default field gives σ = 62 bits. The field of the papers, the default of measurements, is below
 * {@link org.schurmpc.core.eval.SecurityFloor}, and a computation has to name it.
 */
public final class SpdzProtocol implements Protocol {
  private static final ProtocolOption FIELD =
      SpdzOptions.field("gf2_64").measuredAt(SecurityFloor.FIELD);

  /**
   * Maximum number of lanes; more instances take further evaluations. For each lane an AND gate
   * consumes a triple of 48 bytes.
   */
  private static final int MAX_LANES = 1024;

  /** Creates the protocol for {@link java.util.ServiceLoader}. */
  public SpdzProtocol() {}

  @Override
  public String name() {
    return Spdz.NAME;
  }

  @Override
  public String description() {
    return "SPDZ: a field with global MACs, two or more parties, malicious security (KSS13)";
  }

  @Override
  public List<ProtocolOption> options() {
    return Stream.concat(SpdzOptions.all(FIELD).stream(), Stream.of(SpdzOptions.METHOD)).toList();
  }

  @Override
  public ConfiguredProtocol configure(ProtocolOptions options) throws Refused {
    return new Spdz(
        SpdzOptions.of(this, FIELD, options),
        LaneLayout.evenly(options.instances(), MAX_LANES, MAX_LANES));
  }

  @Override
  public MaterialChecker checker(MaterialIdentity material, List<long[]> keys)
      throws Refused, BadFile {
    return materialChecker(material, keys);
  }

  /** Returns the checker of the material of either protocol of this module. */
  static MaterialChecker materialChecker(MaterialIdentity identity, List<long[]> keys)
      throws Refused, BadFile {
    String sigma = identity.parameter("sigma");
    if (!sigma.matches("[0-9]{1,3}")) {
      throw new Refused("sigma of " + Spdz.NAME + " is a number, not '" + sigma + "'");
    }
    Field field = Fields.named(identity.parameter("field"));
    Material material = new Material(field, Integer.parseInt(sigma));
    Optional<MixedMaterial> mixed = mixed(identity, material);
    identity.requireNamed(
        Spdz.NAME, mixed.map(MixedMaterial::storeName).orElse(material.storeName()));
    int longs = field.limbs() + mixed.map(MixedMaterial::macWords).orElse(0);
    for (int party = 0; party < keys.size(); party++) {
      if (keys.get(party).length != longs) {
        throw new BadFile(
            "the key of party %d is none for '%s': it is of another length"
                .formatted(party + 1, identity.name()));
      }
    }
    return mixed.isPresent()
        ? new MixedChecker(mixed.get(), keys)
        : new SpdzChecker(material, keys);
  }

  /** Returns the material with bits in TinyOT that an identity is of, or nothing. */
  private static Optional<MixedMaterial> mixed(MaterialIdentity identity, Material numbers) {
    boolean field = identity.parties() == 2 && !numbers.field().isBinary();
    for (String level : field ? List.of("40", "64", "80") : List.<String>of()) {
      MixedMaterial mixed = new MixedMaterial(numbers, Integer.parseInt(level));
      if (identity.name().equals(mixed.storeName())) {
        return Optional.of(mixed);
      }
    }
    return Optional.empty();
  }
}
