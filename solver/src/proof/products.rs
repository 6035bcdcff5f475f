//! The second layer's sums of products, with the processor's instruction for pairs of products if
//! it has one.

#![allow(unsafe_code)]

/// Adds to `start`, for each of 32 units, the products of all pairs of inputs with the unit's
/// weights. No sum may overflow its type.
#[inline(always)]
pub(super) fn add_products<const PAIRS: usize>(
    start: &[i32; 32],
    inputs: &[[i16; 2]; PAIRS],
    weights: &[[[i16; 2]; 32]; PAIRS],
) -> [i32; 32] {
    #[cfg(target_arch = "x86_64")]
    if crate::cpu::is_x86_64_v3() {
        // SAFETY: the processor has the feature that the function is compiled for.
        return unsafe { add_products_by_avx2(start, inputs, weights) };
    }
    add_products_one_by_one(start, inputs, weights)
}

#[cfg_attr(target_arch = "x86_64", allow(dead_code))]
fn add_products_one_by_one<const PAIRS: usize>(
    start: &[i32; 32],
    inputs: &[[i16; 2]; PAIRS],
    weights: &[[[i16; 2]; 32]; PAIRS],
) -> [i32; 32] {
    let mut sums = *start;
    for (input, weights) in inputs.iter().zip(weights) {
        let [first, second] = input.map(i32::from);
        for (sum, weight) in sums.iter_mut().zip(weights) {
            *sum += first * i32::from(weight[0]) + second * i32::from(weight[1]);
        }
    }
    sums
}

/// Does the same as [`add_products_one_by_one`]; LLVM does not find this instruction itself.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn add_products_by_avx2<const PAIRS: usize>(
    start: &[i32; 32],
    inputs: &[[i16; 2]; PAIRS],
    weights: &[[[i16; 2]; 32]; PAIRS],
) -> [i32; 32] {
    use std::arch::x86_64::{_mm256_add_epi32, _mm256_madd_epi16, _mm256_set1_epi32};
    let mut sums: [_; 4] = bytemuck::cast(*start);
    for (input, weights) in inputs.iter().zip(weights) {
        let input = _mm256_set1_epi32(bytemuck::cast(*input));
        let weights: &[[[[i16; 2]; 8]; 4]] = bytemuck::cast_slice(weights);
        for (sum, &weights) in sums.iter_mut().zip(&weights[0]) {
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(input, bytemuck::cast(weights)));
        }
    }
    bytemuck::cast(sums)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_those_of_one_after_the_other() {
        let number = |n: usize| (n * 7919 % 4095) as i16 - 2047;
        let inputs: [[i16; 2]; 38] = std::array::from_fn(|n| [number(n), number(n + 91)]);
        let weights = std::array::from_fn(|n| {
            std::array::from_fn(|unit| [number(n * 64 + unit), number(n * 64 + unit + 32)])
        });
        let start = std::array::from_fn(|unit| 1000 * unit as i32 - 9000);
        assert_eq!(
            add_products(&start, &inputs, &weights),
            add_products_one_by_one(&start, &inputs, &weights)
        );
    }
}
