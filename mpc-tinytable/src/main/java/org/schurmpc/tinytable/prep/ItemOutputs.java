package org.schurmpc.tinytable.prep;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.tinytable.material.Material;

/** Writes each table to an item of its own, or to one with 63 others. */
final class ItemOutputs implements TableOutputs {
  private final TableForm form;
  private final Material material;
  private final DeferredSink deferred;
  private final AndItems ands;
  private final List<TableItems> tables = new ArrayList<>();

  ItemOutputs(PrepContext context, TableForm form, Material material, DeferredSink deferred) {
    this.form = form;
    this.material = material;
    this.deferred = deferred;
    this.ands = new AndItems(context, form, material, deferred);
  }

  @Override
  public Ands ands() {
    return ands;
  }

  @Override
  public Tables tables(int inputBits, int outputBits) {
    TableItems made = new TableItems(form, material.tables(inputBits, outputBits), deferred);
    tables.add(made);
    return made;
  }

  @Override
  public List<Piece> pieces(LookupTable table) {
    return List.of(new Piece(table, 0));
  }

  @Override
  public boolean combinesBits() {
    return true;
  }

  @Override
  public void finish() {}

  @Override
  public void wipe() {
    ands.wipe();
    tables.forEach(TableItems::wipe);
    form.wipe();
  }
}
