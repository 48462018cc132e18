package org.schurmpc.spdz.cipher;

import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.material.Material;

/** AES and triple DES by masked tables of their S-boxes (KORSVV17, section 4.3), over gf2_40. */
final class LookupMethod implements CipherMethod {
  @Override
  public String name() {
    return "lt";
  }

  @Override
  public void require(CipherFunction function, Field field) throws Refused {
    if (!LookupKind.packed(field)) {
      throw new Refused(
          "method %s computes over gf2_40, not over %s: set the option field to gf2_40"
              .formatted(name(), field.name()));
    }
  }

  @Override
  public void demand(CipherFunction function, Material material, long lanes, Demand.Builder to) {
    Field field = material.field();
    if (function.isAes()) {
      LookupKind kind = AesLookups.kind(field);
      long lookups = Math.multiplyExact(AesLookups.lookups(function.isExpanded()), lanes);
      to.add(kind.kind(), lookups, AesTables.sbox());
      return;
    }
    long each = Math.multiplyExact(DesLookups.LOOKUPS / DesTables.BOXES, lanes);
    for (LookupTable box : DesTables.sboxes()) {
      to.add(LookupKind.of(field, box, LookupKind.Form.BITS).kind(), each, box);
    }
  }

  @Override
  public boolean outputsBytes(CipherFunction function) {
    return function.isAes();
  }

  @Override
  public CipherKernel kernel(CipherFunction function, CipherParty party) {
    return function.isAes()
        ? new AesLookups(party, function.isExpanded())
        : new DesLookups(party, function.isExpanded());
  }
}
