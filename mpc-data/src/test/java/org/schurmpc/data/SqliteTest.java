package org.schurmpc.data;

import org.junit.jupiter.api.Test;

class SqliteTest extends DatabaseCases {
  @Override
  String url() {
    return "jdbc:sqlite:" + path.resolve("ward.db");
  }

  @Override
  String exact() {
    return "text";
  }

  @Override
  String login() {
    return "timeout = 1\n";
  }

  @Test
  void aSlowQueryIsStopped() throws Exception {
    sql("create table v (c integer)", "insert into v values (1)");
    assertFails(
        "table t: the database took longer than its timeout of 1 s (code 9 of its driver)",
        "with recursive n(c) as (select 1 union all select c + 1 from n) select count(*) as c from"
            + " n",
        "integer = [0, 9]",
        port(4));
  }

  @Test
  void whatSqliteDoesNotUnderstand() throws Exception {
    sql("create table v (x integer)");
    assertFails(
        "table t: the database does not understand the statement, or misses a table or column of"
            + " it (code 1 of its driver)",
        "select c from v",
        "integer = [0, 9]",
        port(4));
  }

  @Test
  void aDatabaseThatIsNotThere() throws Exception {
    assertFails(
        "table t: the database that the address names is not there (code 14 of its driver)",
        "select c from v",
        "integer = [0, 9]",
        port(4));
  }

  @Test
  void aDriverThatIsNotThere() throws Exception {
    String toml = toml("select 1 as c", "", "c = { integer = [0, 9] }");
    assertFails(
        "table t: no driver for jdbc:db2 is on the class path: name its jar with --class-path",
        toml.replace("jdbc:sqlite", "jdbc:db2"),
        port(4));
  }
}
