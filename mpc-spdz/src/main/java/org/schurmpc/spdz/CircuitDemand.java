package org.schurmpc.spdz;

import java.util.Optional;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.deliver.DeliveryRules;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.spdz.cipher.CipherFunction;
import org.schurmpc.spdz.cipher.CipherMethod;
import org.schurmpc.spdz.cipher.CipherMethods;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.material.Material;

/**
 * The material that one evaluation of a circuit consumes: a bit and a mask for each input, a mask
 * for each output to one party, masks of each party for each delivery, and a triple for each AND
 * gate or what a method takes.
 */
final class CircuitDemand {
  private final int parties;
  private final Optional<CipherMethod> method;
  private final Material material;
  private final Field field;
  private final int lanes;
  private final Demand.Builder demand;

  /** Number of bits of an output to one party that a mask hides. */
  private int bitsOfAMask = 1;

  CircuitDemand(SpdzOptions options, Material material, int lanes) {
    this.parties = options.parties();
    this.method = options.method();
    this.material = material;
    this.field = material.field();
    this.lanes = lanes;
    this.demand = Demand.of(material.storeName());
  }

  /**
   * Returns the demand; called once.
   *
   * @throws Refused if the circuit has other parties or too many values at once, or if it computes
   *     no function of the method
   */
  Demand of(LayeredCircuit circuit, IoMap io) throws Refused {
    requireParties(io);
    requireAddressable("values at once", circuit.slotCount());
    if (method.isPresent()) {
      CipherFunction function = CipherMethods.require(method.get(), circuit.circuit(), field);
      method.get().demand(function, material, lanes, demand);
      bitsOfAMask = method.get().outputsBytes(function) ? Byte.SIZE : 1;
    } else {
      addGates(circuit);
    }
    addInputsAndOutputs(circuit, io);
    return demand.build();
  }

  private void requireParties(IoMap io) throws Refused {
    for (OutputTarget target : io.outputs()) {
      if (target instanceof OutputTarget.Only only && only.party() >= parties) {
        throw new Refused("there are %d parties".formatted(parties));
      }
    }
  }

  private void addGates(LayeredCircuit circuit) throws Refused {
    long ands = 0;
    for (int d = 0; d < circuit.depth(); d++) {
      int gates = circuit.multiply(d).size();
      requireAddressable("AND gates in a layer", 2L * gates);
      ands += gates;
      addLookups(circuit.lookup(d));
    }
    demand.add(material.triples(), Math.multiplyExact(ands, lanes));
  }

  private void addLookups(LookupBatch lookups) throws Refused {
    requireAddressable("lookups in a layer", lookups.size());
    for (int i = 0; i < lookups.size(); i++) {
      LookupTable table = lookups.table(i);
      LookupKind kind = LookupKind.of(field, table, LookupKind.Form.BITS);
      demand.add(kind.kind(), lanes, table);
    }
  }

  private void addInputsAndOutputs(LayeredCircuit circuit, IoMap io) throws Refused {
    long[] masks = new long[parties];
    long deliveries = (long) io.deliveriesOfALane() * DeliveryRules.combinations(field);
    long bits = 0;
    for (int party = 0; party < masks.length; party++) {
      long wires = contributions(circuit, io, party);
      bits += wires;
      masks[party] = wires + ownOutputs(circuit, io, party) / bitsOfAMask + deliveries;
    }
    requireAddressable("inputs", bits);
    requireAddressable("outputs", circuit.outputSlots().length);
    demand.add(material.bits(), Math.multiplyExact(bits, lanes));
    for (int party = 0; party < masks.length; party++) {
      demand.add(material.inputs(party), Math.multiplyExact(masks[party], lanes));
    }
  }

  private static long contributions(LayeredCircuit circuit, IoMap io, int party) {
    int[] sizes = circuit.circuit().inputSizes();
    long wires = 0;
    for (int i = 0; i < sizes.length; i++) {
      wires += io.inputs().get(i).contributes(party) ? sizes[i] : 0;
    }
    return wires;
  }

  private static long ownOutputs(LayeredCircuit circuit, IoMap io, int party) {
    int[] sizes = circuit.circuit().outputSizes();
    long wires = 0;
    for (int i = 0; i < sizes.length; i++) {
      boolean own = io.outputs().get(i) instanceof OutputTarget.Only only && only.party() == party;
      wires += own ? sizes[i] : 0;
    }
    return wires;
  }

  /**
   * Refuses more values than an array can hold. Values of one kind are in one array, and their
   * messages in another.
   */
  private void requireAddressable(String what, long values) throws Refused {
    long most = Integer.MAX_VALUE / 4 / Math.max(field.bytes(), field.limbs()) / lanes;
    if (values > most) {
      throw new Refused(
          "spdz holds at most %d %s with %d lanes; this circuit has %d"
              .formatted(most, what, lanes, values));
    }
  }
}
