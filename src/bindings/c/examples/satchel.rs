//! Declarations of Satchel's C interface for Rust, as far as a program of this size needs them, and such a program.
//! The tests compile and run it where there is a rustc. The library is the shared one:
//!
//!   rustc satchel.rs -L /usr/local/lib -l satchel -o from_rust

use std::ffi::{c_char, c_void, CStr};
use std::ptr;

#[repr(C)]
pub struct Scene {
    _private: [u8; 0],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Status {
    pub code: i32,
    pub argument: i32,
    pub index: u64,
    pub numbers: [u64; 4],
    pub value: f64,
    pub value_y: f64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Pose {
    pub x: f64,
    pub y: f64,
    pub cos: f64,
    pub sin: f64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Pair {
    pub a: u32,
    pub b: u32,
}

/// Set `struct_size` to the size of this struct; what is not used is null. `image_pairs`, in place of `pairs`, and `periods` are
/// those of a periodic world.
#[repr(C)]
pub struct PairList {
    pub struct_size: u32,
    pub scene_a: *const Scene,
    pub scene_b: *const Scene,
    pub pairs: *const Pair,
    pub count: usize,
    pub image_pairs: *const c_void,
    pub periods: *const c_void,
}

impl PairList {
    /// Pairs of one scene.
    pub fn of(scene: *const Scene, pairs: &[Pair]) -> PairList {
        PairList {
            struct_size: std::mem::size_of::<PairList>() as u32,
            scene_a: scene,
            scene_b: ptr::null(),
            pairs: pairs.as_ptr(),
            count: pairs.len(),
            image_pairs: ptr::null(),
            periods: ptr::null(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Contact {
    pub normal_x: f32,
    pub normal_y: f32,
    pub separation: f32,
    pub feature: u32,
}

/// Set `struct_size` to the size of this struct; the other fields may be 0 or null.
#[repr(C)]
pub struct Options {
    pub struct_size: u32,
    pub max_threads: u32,
    pub executor: *const c_void,
    pub stats: *mut c_void,
    pub progress: Option<extern "C" fn(context: *mut c_void, done: u64, all: u64) -> i32>,
    pub progress_context: *mut c_void,
}

pub const ABI: u32 = 5;
pub const FLOAT: i32 = 0;

extern "C" {
    pub fn satchel_check_abi(abi: u32) -> Status;
    pub fn satchel_message(status: Status) -> *const c_char;
    pub fn satchel_scene_create(precision: i32, scene: *mut *mut Scene) -> Status;
    pub fn satchel_scene_destroy(scene: *mut Scene);
    pub fn satchel_add_box(scene: *mut Scene, half_width: f64, half_height: f64, radius: f64, shape: *mut u32) -> Status;
    pub fn satchel_add_body(scene: *mut Scene, shape: u32, pose: *const Pose, body: *mut u32) -> Status;
    pub fn satchel_collide(list: *const PairList, contacts: *mut Contact, options: *const Options) -> Status;
}

fn check(status: Status) -> Result<(), String> {
    if status.code == 0 {
        return Ok(());
    }
    Err(unsafe { CStr::from_ptr(satchel_message(status)) }.to_string_lossy().into_owned())
}

fn main() -> Result<(), String> {
    unsafe {
        check(satchel_check_abi(ABI))?;
        let mut scene = ptr::null_mut();
        check(satchel_scene_create(FLOAT, &mut scene))?;
        let (mut shape, mut body) = (0, 0);
        check(satchel_add_box(scene, 1.0, 1.0, 0.0, &mut shape))?;
        for x in [0.0, 1.5] {
            let pose = Pose { x, y: 0.0, cos: 1.0, sin: 0.0 };
            check(satchel_add_body(scene, shape, &pose, &mut body))?;
        }
        let pairs = [Pair { a: 0, b: 1 }];
        let mut contacts = [Contact::default(); 1];
        let options = Options {
            struct_size: std::mem::size_of::<Options>() as u32,
            max_threads: 1,
            executor: ptr::null(),
            stats: ptr::null_mut(),
            progress: None,
            progress_context: ptr::null_mut(),
        };
        check(satchel_collide(&PairList::of(scene, &pairs), contacts.as_mut_ptr(), &options))?;
        assert_eq!(contacts[0].separation, -0.5);
        let missing = [Pair { a: 0, b: 7 }];
        let error = check(satchel_collide(&PairList::of(scene, &missing), contacts.as_mut_ptr(), &options));
        println!("{}; {}", contacts[0].separation, error.unwrap_err());
        satchel_scene_destroy(scene);
    }
    Ok(())
}
