package org.schurmpc.data.result;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.schurmpc.cli.values.OutputFile;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.data.schema.Column;
import org.schurmpc.data.schema.TableSchema;

/**
 * Writes a file whose first line names the columns. Decimals have all digits behind their point,
 * dates and times are those of ISO 8601, and a missing value is an empty cell.
 *
 * @param file the file, which is replaced
 */
record CsvResult(TableSchema schema, Path file) implements ResultWriter {
  @Override
  public void check(String run) throws BadFile {
    OutputFile.open(file);
  }

  @Override
  public boolean isWritten(String run) {
    return false;
  }

  @Override
  public void write(String run, String digest, Map<String, List<Object[]>> rows) throws BadFile {
    OutputFile.open(file)
        .write(
            out -> {
              Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
              line(text, schema.columns().stream().map(Column::from));
              for (Object[] row : rows.get(schema.name())) {
                line(text, Arrays.stream(row).map(CsvResult::text));
              }
              text.flush();
            });
  }

  private static void line(Writer text, Stream<String> cells) throws IOException {
    text.write(CSVFormat.RFC4180.format(cells.toArray()));
    text.write('\n');
  }

  private static String text(Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    return value == null ? null : value.toString();
  }
}
