package org.schurmpc.examples.spark;

import java.io.IOException;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.spark.JobPlan;
import org.schurmpc.spark.MpcJob;
import org.schurmpc.spark.TlsFiles;

/**
 * Flags customers whose amount exceeds their limit: party 0 has a CSV file with the columns
 * customer and limit, party 1 one with customer and amount. Both learn the flags and nothing else.
 * Arguments: PARTY ADDRESS-OF-PARTY-0 CERTIFICATE KEY FINGERPRINT-OF-PEER CSV-FILE RESULT-FOLDER.
 */
public final class FraudFlags {
  public static void main(String[] args) throws IOException {
    try (SparkSession spark = SparkSession.builder().appName("fraud").getOrCreate()) {
      int party = Integer.parseInt(args[0]);
      String column = party == 0 ? "limit" : "amount";
      Dataset<Row> table =
          spark.read().option("header", true).option("inferSchema", true).csv(args[5]);
      Circuit less = CircuitLibrary.open("ult_32"); // value 0 < value 1, limit < amount
      IoMap io = IoMap.roundRobin(less, 2);
      Dataset<Row> flags =
          MpcJob.of("fraud", JobPlan.of("tinyot", less, io, Map.of()))
              .party(party, args[1])
              .tls(TlsFiles.onEveryNode(args[2], args[3], args[4]))
              .key("customer")
              .input(column, party)
              .output(0, "fraud")
              .map(spark, table, args[6]);
      flags.where("fraud").orderBy("customer").show(1000);
    } catch (MpcException e) {
      System.err.println(e.getMessage());
      System.exit(e.exitCode().code());
    }
  }
}
