//! Found positions as a Parquet file, where the program is built with the feature `parquet`.

#[cfg(not(feature = "parquet"))]
pub(crate) use absent::ParquetFile;
#[cfg(feature = "parquet")]
pub(crate) use present::ParquetFile;

#[cfg(feature = "parquet")]
mod present {
    use std::fs::File;
    use std::path::Path;
    use std::sync::Arc;

    use loa_judge::search::Found;
    use parquet::data_type::{ByteArray, ByteArrayType, Int32Type};
    use parquet::errors::ParquetError;
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;

    use crate::failure::{Failure, Status};

    /// The columns, as those of CSV; a draw and a value without a distance have no plies.
    const SCHEMA: &str = "message positions {
        REQUIRED BYTE_ARRAY position (UTF8);
        REQUIRED BYTE_ARRAY material (UTF8);
        REQUIRED BYTE_ARRAY result (UTF8);
        OPTIONAL INT32 plies;
    }";

    /// The rows that are written together.
    const GROUP: usize = 1 << 16;

    /// A Parquet file that is being written.
    pub(crate) struct ParquetFile {
        name: String,
        writer: SerializedFileWriter<File>,
        /// The positions, materials and results of rows to come.
        texts: [Vec<ByteArray>; 3],
        /// The plies of those rows that have them, and for each row whether it does.
        plies: Vec<i32>,
        have_plies: Vec<i16>,
    }

    impl ParquetFile {
        /// Makes a file.
        ///
        /// # Errors
        /// When it cannot be made.
        pub(crate) fn create(path: &Path) -> Result<ParquetFile, Failure> {
            let name = path.display().to_string();
            let file = File::create(path)
                .map_err(|error| Failure::new(Status::Failed, format!("{name}: {error}")))?;
            let schema = parse_message_type(SCHEMA).map_err(|error| at(&name, &error))?;
            let properties = Arc::new(WriterProperties::builder().build());
            let writer = SerializedFileWriter::new(file, Arc::new(schema), properties);
            Ok(ParquetFile {
                writer: writer.map_err(|error| at(&name, &error))?,
                name,
                texts: Default::default(),
                plies: Vec::new(),
                have_plies: Vec::new(),
            })
        }

        /// Adds a row.
        pub(crate) fn add(&mut self, found: &Found) -> Result<(), Failure> {
            let Found { position, value } = found;
            let texts = [
                position.to_string(),
                position.material().to_string(),
                value.wdl().name().to_owned(),
            ];
            for (column, text) in self.texts.iter_mut().zip(texts) {
                column.push(text.into_bytes().into());
            }
            self.have_plies.push(value.plies().is_some().into());
            self.plies.extend(value.plies().map(i32::from));
            match self.have_plies.len() {
                GROUP => self.write_rows().map_err(|error| at(&self.name, &error)),
                _ => Ok(()),
            }
        }

        /// Writes what is left, and the end of the file.
        pub(crate) fn finish(mut self) -> Result<(), Failure> {
            let written = self.write_rows();
            let finished = written.and_then(|()| self.writer.finish());
            finished.map(drop).map_err(|error| at(&self.name, &error))
        }

        fn write_rows(&mut self) -> Result<(), ParquetError> {
            if self.have_plies.is_empty() {
                return Ok(());
            }
            let missing = || ParquetError::General("a column is missing".to_owned());
            let mut group = self.writer.next_row_group()?;
            for texts in &mut self.texts {
                let mut column = group.next_column()?.ok_or_else(missing)?;
                let typed = column.typed::<ByteArrayType>();
                typed.write_batch(texts, None, None)?;
                column.close()?;
                texts.clear();
            }
            let mut column = group.next_column()?.ok_or_else(missing)?;
            let typed = column.typed::<Int32Type>();
            typed.write_batch(&self.plies, Some(&self.have_plies), None)?;
            column.close()?;
            group.close()?;
            self.plies.clear();
            self.have_plies.clear();
            Ok(())
        }
    }

    fn at(name: &str, error: &ParquetError) -> Failure {
        Failure::new(Status::Failed, format!("{name}: {error}"))
    }

    #[cfg(test)]
    mod tests {
        use loa_judge::Unwatched;
        use loa_judge::search::Search;
        use loa_tablebase::Tablebase;
        use parquet::file::reader::{FileReader, SerializedFileReader};
        use parquet::record::Field;

        use super::*;

        #[test]
        fn rows_come_back_as_they_were_found() {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("positions.parquet");
            let tables = Tablebase::embedded("mover-pass-misere".parse().unwrap());
            let search = Search::new(&tables, "4x4".parse().unwrap());
            let mut file = ParquetFile::create(&path).unwrap();
            let mut expected = Vec::new();
            let each = search.each("3v2".parse().unwrap(), &Unwatched, |found| {
                file.add(&found).unwrap();
                // More than one group of rows.
                if expected.len() % 1000 == 7 {
                    file.write_rows().unwrap();
                }
                expected.push(found);
                Ok::<_, loa_judge::judging::JudgeError>(true)
            });
            each.unwrap();
            file.finish().unwrap();
            let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
            assert!(reader.metadata().num_row_groups() > 1);
            let mut rows = 0;
            for (row, found) in reader.get_row_iter(None).unwrap().zip(&expected) {
                let row = row.unwrap();
                let text = |at: usize| match row.get_column_iter().nth(at).unwrap().1 {
                    Field::Str(text) => text.clone(),
                    other => panic!("{other}"),
                };
                assert_eq!(text(0), found.position.to_string());
                assert_eq!(text(1), "3v2");
                assert_eq!(text(2), found.value.wdl().name());
                let plies = match row.get_column_iter().nth(3).unwrap().1 {
                    Field::Int(plies) => Some(u16::try_from(*plies).unwrap()),
                    Field::Null => None,
                    other => panic!("{other}"),
                };
                assert_eq!(plies, found.value.plies());
                rows += 1;
            }
            assert_eq!(rows, expected.len());
            let is_drawn = |found: &Found| found.value.plies().is_none();
            assert!(expected.iter().any(is_drawn) && !expected.iter().all(is_drawn));
        }
    }
}

#[cfg(not(feature = "parquet"))]
mod absent {
    use std::path::Path;

    use loa_judge::search::Found;

    use crate::failure::{Failure, Status};

    /// A Parquet file, which this program cannot write: there is no value of this type.
    pub(crate) enum ParquetFile {}

    impl ParquetFile {
        /// Returns the failure of a program that is built without Parquet.
        pub(crate) fn create(_: &Path) -> Result<ParquetFile, Failure> {
            let message = "this program was built without Parquet: --csv prints the same columns; \
                           with it: cargo install --path tools/cli --features parquet";
            Err(Failure::new(Status::Usage, message))
        }

        pub(crate) fn add(&mut self, _: &Found) -> Result<(), Failure> {
            match *self {}
        }

        pub(crate) fn finish(self) -> Result<(), Failure> {
            match self {}
        }
    }
}
