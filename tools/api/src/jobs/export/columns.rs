//! Files of Arrow and Parquet, which hold rows as columns.

use std::collections::HashMap;
use std::sync::Arc;
use std::{io, mem};

use arrow_array::types::Int8Type;
use arrow_array::{
    ArrayRef, DictionaryArray, Int8Array, RecordBatch, StringArray, UInt8Array, UInt16Array,
    UInt64Array,
};
use arrow_ipc::writer::FileWriter;
use arrow_schema::{ArrowError, Schema};
use loa_solver::{Board, Rules, Wdl};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::schema::types::ColumnPath;

use super::row::{COLUMNS, Encoder, Row};

/// The outcomes by their number in the column.
const OUTCOMES: [Wdl; 3] = [Wdl::Loss, Wdl::Draw, Wdl::Win];

/// Returns rows as columns. Only `plies` can be null.
fn columns(rows: &[Row]) -> Result<RecordBatch, ArrowError> {
    let positions = rows.iter().map(|row| row.position.to_string());
    let us = rows.iter().map(|row| row.position.us().0);
    let them = rows.iter().map(|row| row.position.them().0);
    let outcomes = Int8Array::from_iter_values(rows.iter().map(|row| row.value.wdl() as i8));
    let names = StringArray::from_iter_values(OUTCOMES.map(Wdl::name));
    let arrays: [ArrayRef; 6] = [
        Arc::new(StringArray::from_iter_values(positions)),
        Arc::new(UInt64Array::from_iter_values(us)),
        Arc::new(UInt64Array::from_iter_values(them)),
        Arc::new(DictionaryArray::<Int8Type>::try_new(outcomes, Arc::new(names))?),
        Arc::new(UInt16Array::from_iter(rows.iter().map(|row| row.value.plies()))),
        Arc::new(UInt8Array::from_iter_values(rows.iter().map(|row| row.weight))),
    ];
    let named = COLUMNS.into_iter().zip(arrays);
    RecordBatch::try_from_iter_with_nullable(
        named.map(|(name, array)| (name, array, name == "plies")),
    )
}

/// Returns the names and types of the columns, with the facts that hold for all rows.
fn schema(board: Board, rules: Rules) -> Result<Schema, ArrowError> {
    let facts = [("board", board.to_string()), ("rules", rules.to_string())];
    let facts = facts.map(|(name, fact)| (name.to_owned(), fact));
    Ok(Schema::clone(&columns(&[])?.schema()).with_metadata(HashMap::from(facts)))
}

/// Begins a file of Arrow's IPC format.
pub(super) fn arrow(board: Board, rules: Rules) -> io::Result<FileWriter<Vec<u8>>> {
    let schema = schema(board, rules).map_err(io::Error::other)?;
    FileWriter::try_new(Vec::new(), &schema).map_err(io::Error::other)
}

/// Begins a file of Parquet. Positions and squares of the other side are encoded as differences to
/// the row before, which takes two fifths of the bytes of a dictionary.
pub(super) fn parquet(board: Board, rules: Rules) -> io::Result<ArrowWriter<Vec<u8>>> {
    let schema = schema(board, rules).map_err(io::Error::other)?;
    let facts = schema.metadata().iter();
    let facts = facts.map(|(name, fact)| KeyValue::new(name.to_owned(), fact.to_owned())).collect();
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_key_value_metadata(Some(facts));
    let [position, them] = [COLUMNS[0], COLUMNS[2]].map(ColumnPath::from);
    for (column, encoding) in
        [(position, Encoding::DELTA_BYTE_ARRAY), (them, Encoding::DELTA_BINARY_PACKED)]
    {
        properties = properties
            .set_column_dictionary_enabled(column.clone(), false)
            .set_column_encoding(column, encoding);
    }
    let properties = Some(properties.build());
    ArrowWriter::try_new(Vec::new(), Arc::new(schema), properties).map_err(io::Error::other)
}

impl Encoder for FileWriter<Vec<u8>> {
    fn encode(&mut self, rows: &[Row]) -> io::Result<Vec<u8>> {
        columns(rows).and_then(|batch| self.write(&batch)).map_err(io::Error::other)?;
        Ok(mem::take(self.get_mut()))
    }

    fn finish(&mut self) -> io::Result<Vec<u8>> {
        FileWriter::finish(self).map_err(io::Error::other)?;
        Ok(mem::take(self.get_mut()))
    }
}

impl Encoder for ArrowWriter<Vec<u8>> {
    fn encode(&mut self, rows: &[Row]) -> io::Result<Vec<u8>> {
        self.write(&columns(rows).map_err(io::Error::other)?).map_err(io::Error::other)?;
        Ok(mem::take(self.inner_mut()))
    }

    fn finish(&mut self) -> io::Result<Vec<u8>> {
        ArrowWriter::finish(self).map_err(io::Error::other)?;
        Ok(mem::take(self.inner_mut()))
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::{Cursor, Write};

    use arrow_array::cast::AsArray;
    use arrow_array::types::{UInt8Type, UInt16Type, UInt64Type};
    use arrow_ipc::reader::FileReader;
    use loa_solver::{Material, Stop, Value};
    use loa_tablebase::Tablebase;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

    use super::super::row::csv;
    use super::*;

    /// Returns a whole file of rows, encoded some at a time.
    fn file(mut encoder: impl Encoder, rows: &[Row], batch: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        for rows in rows.chunks(batch) {
            bytes.extend(encoder.encode(rows).unwrap());
        }
        bytes.extend(encoder.finish().unwrap());
        bytes
    }

    /// Returns the lines of CSV that columns stand for.
    fn lines(
        names: &Schema,
        batches: impl Iterator<Item = Result<RecordBatch, ArrowError>>,
    ) -> String {
        let names: Vec<&str> = names.fields().iter().map(|field| field.name().as_str()).collect();
        let mut text = names.join(",") + "\n";
        for batch in batches {
            let batch = batch.unwrap();
            let column = |name: &str| batch.column_by_name(name).unwrap();
            let (positions, plies) = (column("position").as_string::<i32>(), column("plies"));
            let [us, them] = ["us", "them"].map(|name| column(name).as_primitive::<UInt64Type>());
            let outcomes = column("outcome").as_dictionary::<Int8Type>();
            let outcomes = outcomes.downcast_dict::<StringArray>().unwrap();
            for (row, outcome) in outcomes.into_iter().enumerate() {
                let (position, us, them) = (positions.value(row), us.value(row), them.value(row));
                let distance = plies.as_primitive::<UInt16Type>().value(row).to_string();
                let distance = if plies.is_null(row) { "" } else { &distance };
                let weight = column("weight").as_primitive::<UInt8Type>().value(row);
                let outcome = outcome.unwrap();
                text += &format!("{position},{us},{them},{outcome},{distance},{weight}\n");
            }
        }
        text
    }

    #[test]
    fn exports_have_the_same_rows() {
        let folder = tempfile::tempdir().unwrap();
        let [csv, arrow, parquet] = ["4x4.csv", "4x4.Feather", "4x4.parquet"].map(|name| {
            let file = folder.path().join(name);
            super::super::tests::export(serde_json::json!({ "file": file }), Stop::default())
                .unwrap();
            File::open(file).unwrap()
        });
        let csv = io::read_to_string(csv).unwrap();
        let read = FileReader::try_new(arrow, None).unwrap();
        assert!(lines(&read.schema(), read) == csv);
        let read = ParquetRecordBatchReaderBuilder::try_new(parquet).unwrap();
        assert!(lines(&read.schema().clone(), read.build().unwrap()) == csv);
    }

    #[test]
    fn all_formats_have_the_same_rows() {
        let board: Board = "4x4".parse().unwrap();
        for rules in ["mover-pass", "draw-draw", "mover-pass-misere"].map(|id| id.parse().unwrap())
        {
            let tables = Tablebase::embedded(rules);
            let mut rows = Vec::new();
            for material in ["2v2", "3v2", "4v4"].map(|name| name.parse::<Material>().unwrap()) {
                let values = tables.table_values(board, material, u64::MAX, &Stop::default());
                let values = values.unwrap();
                for block in 0..values.blocks() {
                    let weight = values.weight(block) as u8;
                    let row = |(position, value)| Row { position, value, weight };
                    rows.extend(values.positions(block).map(row));
                }
            }
            assert!(rows.iter().any(|row| row.value == Value::Draw), "{rules} has no draws");
            for (count, batch) in [(0, 1), (1, 1), (1000, 7), (rows.len(), 1 << 16)] {
                let rows = &rows[..count];
                let csv = String::from_utf8(file(csv(), rows, batch)).unwrap();
                let facts = [("board", "4x4".to_owned()), ("rules", rules.to_string())];
                let facts = facts.map(|(name, fact)| (name.to_owned(), fact));

                let bytes = file(arrow(board, rules).unwrap(), rows, batch);
                let read = FileReader::try_new(Cursor::new(bytes), None).unwrap();
                let names = read.schema();
                assert_eq!(*names.metadata(), HashMap::from(facts.clone()));
                assert!(lines(&names, read) == csv, "{count} rows of {rules}");

                let mut kept = tempfile::tempfile().unwrap();
                kept.write_all(&file(parquet(board, rules).unwrap(), rows, batch)).unwrap();
                let read = ParquetRecordBatchReaderBuilder::try_new(kept).unwrap();
                let names = read.schema().clone();
                assert_eq!(*names.metadata(), HashMap::from(facts));
                assert!(lines(&names, read.build().unwrap()) == csv, "{count} rows of {rules}");
            }
        }
    }
}
